import { Button, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Schemas, send } from '../api';
import { type Credentials } from '../auth';
import { siteName } from '../schema';
import { ForgottenPassword } from './forgotten-password';
import { PasswordInput } from './password-input';
import { Input, PlainForm } from './plain-form';

/** The ways to sign in; undefined until they are known. Where the service is not reached, the form says so when it is sent. */
export function useWays(): Schemas['WaysToSignIn'] | undefined {
  const { data, isError } = useQuery({
    queryKey: ['ways-to-sign-in'],
    queryFn: async () => (await send<Schemas['WaysToSignIn']>('GET', '/sign-in', { key: null })).data,
    retry: false,
    staleTime: 60_000,
  });
  return (
    data ?? (isError ? { password: true, forgotten: false, mail: false, organization: null, contact: null } : undefined)
  );
}

interface Props {
  /** The address of the person, as far as it is known. */
  readonly email?: string | null;
  /** Whether a key is asked for first. */
  readonly startsWithKey?: boolean;
  readonly onCredentials: (credentials: Credentials) => Promise<unknown>;
}

/** The form for signing in: with address and password, or with a key behind a button. */
export function SignInForm({ email, startsWithKey = false, onCredentials }: Props) {
  const t = useTranslate();
  const ways = useWays();
  const [isKey, setKey] = useState(startsWithKey);
  const [isForgotten, setForgotten] = useState(false);
  if (!ways) return null;
  const withKey = isKey || !ways.password;
  if (isForgotten) return <ForgottenPassword email={email} onLeave={() => setForgotten(false)} />;
  return (
    <>
      <PlainForm
        key={withKey ? 'key' : 'password'}
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
            <Input
              name="email"
              type="email"
              label={t('field.email')}
              autoComplete="username"
              defaultValue={email ?? ''}
              required
              autoFocus={!email}
            />
            <PasswordInput label={t('field.password')} autoFocus={!!email} />
          </>
        )}
        <FormControlLabel control={<Checkbox name="stay" />} label={t('signIn.stay')} />
      </PlainForm>
      {ways.forgotten && !withKey && (
        <Button fullWidth onClick={() => setForgotten(true)}>
          {t('signIn.forgotten')}
        </Button>
      )}
      {ways.password && (
        <Button fullWidth onClick={() => setKey(!withKey)}>
          {t(withKey ? 'signIn.withPassword' : 'signIn.withKey')}
        </Button>
      )}
    </>
  );
}

/** Whom to ask, for people who cannot sign in. */
export function SignInHelp() {
  const t = useTranslate();
  const ways = useWays();
  if (!ways) return null;
  const help = !ways.password ? 'signIn.helpKey' : ways.forgotten ? 'signIn.helpMail' : 'signIn.help';
  return (
    <Typography variant="body2" className="sign-in-help">
      {ways.contact ? t(ways.forgotten ? 'signIn.askMail' : 'signIn.ask', { contact: ways.contact }) : t(help)}
    </Typography>
  );
}
