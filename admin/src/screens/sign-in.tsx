import { Alert, Button, Card, Checkbox, FormControlLabel, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocaleState, useLogin, useTranslate } from 'react-admin';
import { ApiError } from '../api';
import { reasonOf } from '../attempt';
import { type Credentials, reasonOfSignOut } from '../auth';
import { LanguageSwitch } from '../language-switch';
import { siteName } from '../schema';

/** The page before the key is known. Whoever was sent here from another one learns why. */
export function SignIn() {
  const t = useTranslate();
  const login = useLogin();
  const [locale] = useLocaleState();
  const { data: reason } = useQuery({ queryKey: ['signed-out', locale], queryFn: reasonOfSignOut });
  return (
    <main className="sign-in">
      <Card component="section" className="sign-in-card">
        <Stack direction="row" className="sign-in-head">
          <Typography variant="h1">{siteName()}</Typography>
          <LanguageSwitch />
        </Stack>
        <Typography color="text.secondary">{t('page.title')}</Typography>
        {reason && <Alert severity="warning">{t('signIn.lost', { reason })}</Alert>}
        <KeyForm onKey={(credentials) => login(credentials)} />
        <Typography variant="body2" color="text.secondary">
          {t('signIn.help')}
        </Typography>
      </Card>
    </main>
  );
}

/** The form of the key. The fields have the names and types that password managers look for. */
export function KeyForm({ onKey }: { readonly onKey: (credentials: Credentials) => Promise<unknown> }) {
  const t = useTranslate();
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setError('');
    const key = data.get('password') as string;
    await onKey({ key, stay: data.get('stay') === 'on' }).catch((cause: unknown) => {
      const isRefused = cause instanceof ApiError && cause.status === 401;
      setError(isRefused ? cause.message : t(reasonOf(cause)));
    });
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack spacing={2}>
        <input type="text" name="username" autoComplete="username" defaultValue={siteName()} hidden readOnly />
        <TextField
          name="password"
          type="password"
          label={t('signIn.key')}
          autoComplete="current-password"
          required
          autoFocus
          error={error !== ''}
        />
        <FormControlLabel control={<Checkbox name="stay" />} label={t('signIn.stay')} />
        {error && <Alert severity="error">{error}</Alert>}
        <Button type="submit" variant="contained" size="large" disabled={isBusy}>
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  );
}
