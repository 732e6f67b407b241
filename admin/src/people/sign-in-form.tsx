import { Button, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { type Schemas, send } from '../api';
import { type Credentials } from '../auth';
import { siteName } from '../schema';
import { ForgottenPassword } from './forgotten-password';
import { EmailInput } from './email-input';
import { PasswordInput } from './password-input';
import { PlainForm } from './plain-form';

/** The ways to sign in; undefined until they are known. Where the service is not reached, the form says so when it is sent. */
export function useWays(): Schemas['WaysToSignIn'] | undefined {
  // The name of the organization's service differs by language.
  const [locale] = useLocaleState();
  const { data, isError } = useQuery({
    queryKey: ['ways-to-sign-in', locale],
    queryFn: async () => (await send<Schemas['WaysToSignIn']>('GET', '/sign-in', { key: null })).data,
    retry: false,
    staleTime: 60_000,
    // Another language keeps what is entered.
    placeholderData: (known?: Schemas['WaysToSignIn']) => known,
  });
  return (
    data ?? (isError ? { password: true, forgotten: false, mail: false, organization: null, contact: null } : undefined)
  );
}

interface Props {
  /** The address of the person, as far as it is known. */
  readonly email?: string | null;
  /** The way in which the person has signed in so far, if it is not a password. */
  readonly startsWith?: 'key' | 'organization';
  readonly onCredentials: (credentials: Credentials) => Promise<unknown>;
}

type Form = 'password' | 'key';

/** The form that is open before another one is chosen; none where the organization's button is what a person needs. */
function firstForm({ password, organization }: Schemas['WaysToSignIn'], startsWith: Props['startsWith']): Form | null {
  if (organization !== null && startsWith !== 'key' && (startsWith === 'organization' || !password)) return null;
  return password && startsWith === undefined ? 'password' : 'key';
}

/** The form for signing in, below the organization's button: with address and password, or with a key behind a button. */
export function SignInForm({ email, startsWith, onCredentials }: Props) {
  const t = useTranslate();
  const ways = useWays();
  const [chosen, setChosen] = useState<Form>();
  const [isForgotten, setForgotten] = useState(false);
  if (!ways) return null;
  const form = chosen ?? firstForm(ways, startsWith);
  const withKey = form === 'key';
  if (isForgotten) return <ForgottenPassword email={email} onLeave={() => setForgotten(false)} />;
  return (
    <>
      {form !== null && (
        <PlainForm
          key={form}
          submit={t('signIn.submit')}
          isLarge
          onSend={({ email: address = '', password = '', stay }) =>
            onCredentials(
              withKey ? { key: password, stay: stay === 'on' } : { email: address, password, stay: stay === 'on' },
            )
          }
        >
          {withKey ? (
            <>
              {/* Password managers keep the key under this name. */}
              <input type="text" name="site" autoComplete="username" defaultValue={siteName()} hidden readOnly />
              <PasswordInput label={t('signIn.key')} autoFocus />
            </>
          ) : (
            <>
              <EmailInput email={email} autoFocus={!email} />
              <PasswordInput label={t('field.password')} autoFocus={!!email} />
            </>
          )}
          <FormControlLabel control={<Checkbox name="stay" />} label={t('signIn.stay')} />
        </PlainForm>
      )}
      {ways.forgotten && form === 'password' && (
        <Button fullWidth onClick={() => setForgotten(true)}>
          {t('signIn.forgotten')}
        </Button>
      )}
      {ways.password && form !== 'password' && (
        <Button fullWidth onClick={() => setChosen('password')}>
          {t('signIn.withPassword')}
        </Button>
      )}
      {!withKey && (
        <Button fullWidth onClick={() => setChosen('key')}>
          {t('signIn.withKey')}
        </Button>
      )}
    </>
  );
}

/** The keys of two texts for people who cannot sign in: `ask` names the contact, and `help` is shown without a contact. */
function helpOf({ password, forgotten, organization }: Schemas['WaysToSignIn']): readonly [ask: string, help: string] {
  if (!password && organization !== null) return ['signIn.askOrganization', 'signIn.helpOrganization'];
  if (!password) return ['signIn.askKey', 'signIn.helpKey'];
  return forgotten ? ['signIn.askMail', 'signIn.helpMail'] : ['signIn.ask', 'signIn.help'];
}

/** Whom to ask, for people who cannot sign in. */
export function SignInHelp() {
  const t = useTranslate();
  const ways = useWays();
  if (!ways) return null;
  const { contact } = ways;
  const [ask, help] = helpOf(ways);
  return (
    <Typography variant="body2" className="sign-in-help">
      {contact ? t(ask, { contact }) : t(help)}
    </Typography>
  );
}
