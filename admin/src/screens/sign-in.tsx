import { Alert, Card, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocaleState, useLogin, useTranslate } from 'react-admin';
import { type Credentials, reasonOfSignOut } from '../auth';
import { LanguageSwitch } from '../language-switch';
import { takeSignInCode } from '../organization';
import { CodeSignIn } from '../people/code-sign-in';
import { InvitationForm } from '../people/invitation';
import { OrganizationButton } from '../people/organization-button';
import { SignInForm, SignInHelp } from '../people/sign-in-form';
import { siteName } from '../schema';
import { forgetInvitation, openInvitation } from '../session';

/** The page before the key is known. Whoever was sent here from another one learns why. */
export function SignIn() {
  const t = useTranslate();
  const login = useLogin();
  const [locale] = useLocaleState();
  const [token, setToken] = useState(openInvitation);
  const [returned] = useState(takeSignInCode);
  const { data: reason } = useQuery({ queryKey: ['signed-out', locale], queryFn: reasonOfSignOut });
  const signIn = (credentials: Credentials, screen?: string) => login(credentials, screen) as Promise<unknown>;
  const leave = () => {
    forgetInvitation();
    setToken(undefined);
  };
  const ways = (
    <>
      <OrganizationButton />
      <SignInForm onCredentials={signIn} />
      <SignInHelp />
    </>
  );
  return (
    <main className="sign-in">
      <Card component="section" className="sign-in-card">
        <Stack direction="row" className="sign-in-head">
          <Typography variant="h1">{siteName()}</Typography>
          <LanguageSwitch />
        </Stack>
        <Typography color="text.secondary">{t('page.title')}</Typography>
        {token !== undefined ? (
          <InvitationForm token={token} onCredentials={signIn} onLeave={leave} />
        ) : returned ? (
          <CodeSignIn returned={returned} onCredentials={signIn}>
            {ways}
          </CodeSignIn>
        ) : (
          <>
            {reason && <Alert severity="warning">{t('signIn.lost', { reason })}</Alert>}
            {ways}
          </>
        )}
      </Card>
    </main>
  );
}
