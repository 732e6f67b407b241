import { MenuItem } from '@mui/material';
import { useTranslate } from 'react-admin';
import { type Schemas } from '../api';
import { useLabels } from '../i18n';
import { LEVELS } from '../rights';
import { LANGUAGES } from '../session';
import { Input, type Values } from './plain-form';

export type ManagedAccount = Schemas['ManagedAccount'];

/** Converts the inputs of an account to a body of the API: an emptied address or language becomes null. */
export const bodyOf = ({ email, language, ...values }: Values): Record<string, string | null> => ({
  ...values,
  ...(email !== undefined && { email: email.trim() || null }),
  ...(language !== undefined && { language: language || null }),
});

const NAMES = { en: 'English', fr: 'Français' };

interface Props {
  /** The values to begin with; by default those of a new account. */
  readonly of?: Pick<ManagedAccount, 'name' | 'language'> & Partial<Pick<ManagedAccount, 'email' | 'role'>>;
  /** Whether the role and the address can be changed; administrators change them. */
  readonly isManaged?: boolean;
}

/** The inputs of an account. */
export function AccountFields({ of, isManaged = true }: Props) {
  const t = useTranslate();
  const labels = useLabels();
  return (
    <>
      <Input name="name" label={labels.field('name')} defaultValue={of?.name ?? ''} autoComplete="off" required />
      {isManaged && (
        <>
          <Input
            name="email"
            type="email"
            label={labels.field('email')}
            defaultValue={of?.email ?? ''}
            autoComplete="off"
            helperText={t('people.emailHelp')}
          />
          <Input
            name="role"
            select
            label={labels.field('role')}
            defaultValue={of?.role ?? 'editor'}
            helperText={t('people.roleHelp')}
          >
            {LEVELS.map((role) => (
              <MenuItem key={role} value={role}>
                {t(`role.${role}`)}
              </MenuItem>
            ))}
          </Input>
        </>
      )}
      <Input
        name="language"
        select
        label={labels.field('language')}
        defaultValue={of?.language ?? ''}
        helperText={t(isManaged ? 'people.languageHelp' : 'people.ownLanguageHelp')}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('people.noLanguage')}</MenuItem>
        {LANGUAGES.map((language) => (
          <MenuItem key={language} value={language} lang={language}>
            {NAMES[language]}
          </MenuItem>
        ))}
      </Input>
    </>
  );
}
