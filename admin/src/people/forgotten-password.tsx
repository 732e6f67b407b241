import { Alert, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Schemas, send } from '../api';
import { EmailInput } from './email-input';
import { PlainForm } from './plain-form';

interface Props {
  readonly email?: string | null | undefined;
  readonly onLeave: () => void;
}

/** The form that asks for a link by mail, for people who have forgotten their password. */
export function ForgottenPassword({ email, onLeave }: Props) {
  const t = useTranslate();
  const [answer, setAnswer] = useState<string>();
  const ask = async (values: Readonly<Record<string, string>>) => {
    const body = { email: values.email };
    const { data } = await send<Schemas['LinkRequested']>('POST', '/sign-in/forgotten', { body, key: null });
    setAnswer(data.message);
  };
  return (
    <>
      <Typography variant="h2">{t('signIn.forgotten')}</Typography>
      {answer ? (
        <Alert severity="success">{answer}</Alert>
      ) : (
        <>
          <Typography>{t('signIn.forgottenHelp')}</Typography>
          <PlainForm submit={t('signIn.sendLink')} isLarge onSend={ask}>
            <EmailInput email={email} autoFocus />
          </PlainForm>
        </>
      )}
      <Button onClick={onLeave}>{t('people.toSignIn')}</Button>
    </>
  );
}
