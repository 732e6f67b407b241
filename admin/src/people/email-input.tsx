import { useTranslate } from 'react-admin';
import { Input } from './plain-form';

interface Props {
  /** The address of the person, as far as it is known. */
  readonly email?: string | null | undefined;
  readonly autoFocus?: boolean;
}

/** The input for the e-mail address of a sign-in. Password managers recognize it by its name. */
export function EmailInput({ email, autoFocus = false }: Props) {
  const t = useTranslate();
  return (
    <Input
      name="email"
      type="email"
      label={t('field.email')}
      autoComplete="username"
      defaultValue={email ?? ''}
      required
      autoFocus={autoFocus}
    />
  );
}
