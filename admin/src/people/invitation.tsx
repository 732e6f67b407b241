import { Alert, Button, LinearProgress, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useLocaleState, useTranslate } from 'react-admin';
import { ApiError, send } from '../api';
import { reasonOf } from '../attempt';
import { type Credentials } from '../auth';
import { isForNewPassword } from '../session';
import { OrganizationButton } from './organization-button';
import { PasswordInput } from './password-input';
import { Input, PlainForm } from './plain-form';
import { useWays } from './sign-in-form';

interface Props {
  readonly token: string;
  readonly onCredentials: (credentials: Credentials) => Promise<unknown>;
  /** Leaves the invitation for the form to sign in. */
  readonly onLeave: () => void;
}

/** The form of an invitation: it sets the password, and the address where the account has none. */
export function InvitationForm(props: Props) {
  const t = useTranslate();
  const ways = useWays();
  if (!ways) return <LinearProgress />;
  if (ways.password) return <PasswordForm {...props} />;
  return (
    <>
      <Typography>{t('people.withOrganization')}</Typography>
      <OrganizationButton invitation={props.token} hasOthers={false} />
      <Button onClick={props.onLeave}>{t('people.toSignIn')}</Button>
    </>
  );
}

function PasswordForm({ token, onCredentials, onLeave }: Props) {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { data: missing, error } = useQuery({
    queryKey: ['invitation', token, locale],
    queryFn: () => missingFor(token),
    retry: false,
    staleTime: Infinity,
  });
  const leave = <Button onClick={onLeave}>{t('people.toSignIn')}</Button>;
  if (error)
    return (
      <>
        <Alert severity="error">{t(reasonOf(error))}</Alert>
        {leave}
      </>
    );
  if (!missing) return <LinearProgress />;
  return (
    <>
      <Typography variant="h2">{t('people.choosePassword')}</Typography>
      <Typography>{t(isForNewPassword() ? 'people.choosePasswordForgotten' : 'people.choosePasswordHelp')}</Typography>
      {!isForNewPassword() && <OrganizationButton invitation={token} />}
      <PlainForm
        submit={t('signIn.submit')}
        isLarge
        onSend={({ email, password = '' }) =>
          onCredentials({ invitation: token, password, ...(email !== undefined && { email }) })
        }
      >
        {missing.includes('email') && (
          <Input name="email" type="email" label={t('field.email')} autoComplete="username" required autoFocus />
        )}
        <PasswordInput label={t('field.password')} isNew autoFocus={!missing.includes('email')} />
      </PlainForm>
      {leave}
    </>
  );
}

/** The fields that the service asks for: an invitation without them is refused, and stays valid. */
async function missingFor(token: string): Promise<string[]> {
  try {
    await send('POST', '/sign-in', { body: { invitation: token }, key: null });
    return ['password'];
  } catch (error) {
    if (error instanceof ApiError && 'password' in error.params) return Object.keys(error.params);
    throw error;
  }
}
