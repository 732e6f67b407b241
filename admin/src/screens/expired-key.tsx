import { Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { usePermissions, useTranslate } from 'react-admin';
import { type Me, onExpiredKey } from '../api';
import { signIn } from '../auth';
import { Popup } from '../controls';
import { SignInForm } from '../people/sign-in-form';

/** Asks to sign in again, in front of what is open. The requests that were refused wait for it, and are sent again. */
export function ExpiredKey() {
  const t = useTranslate();
  const { permissions: me } = usePermissions<Me>();
  const [reason, setReason] = useState<string>();
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    onExpiredKey((why) => {
      setReason(why);
      return new Promise((resolve) => waiting.current.push(resolve));
    });
    return () => onExpiredKey(undefined);
  }, []);
  const proceed = () => {
    setReason(undefined);
    for (const resolve of waiting.current.splice(0)) resolve();
  };
  if (reason === undefined) return null;
  return (
    <Popup title={t('signIn.expired')} className="dialog-form">
      <Typography>{reason}</Typography>
      <Typography>{t('signIn.expiredHelp')}</Typography>
      <SignInForm
        email={me?.email}
        startsWithKey={me !== undefined && !me.sign_in.includes('password')}
        onCredentials={(credentials) => signIn(credentials).then(proceed)}
      />
    </Popup>
  );
}
