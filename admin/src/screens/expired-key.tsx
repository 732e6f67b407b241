import { Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { usePermissions, useTranslate } from 'react-admin';
import { type Me, onExpiredKey } from '../api';
import { signIn } from '../auth';
import { Popup } from '../controls';
import { OrganizationButton } from '../people/organization-button';
import { SignInForm, useWays } from '../people/sign-in-form';

/** Asks to sign in again, in front of what is open. The requests that were refused wait for it, and are sent again. */
export function ExpiredKey() {
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
  return reason === undefined ? null : <Question {...{ me, reason }} onSignedIn={proceed} />;
}

interface Props {
  readonly me: Me | undefined;
  readonly reason: string;
  readonly onSignedIn: () => void;
}

/** Offers the ways to sign in that the person has; the organization's service opens in place of the page. */
function Question({ me, reason, onSignedIn }: Props) {
  const t = useTranslate();
  const ways = useWays();
  const hasPassword = me?.sign_in.includes('password') ?? true;
  const hasOrganization = me?.sign_in.includes('organization') ?? false;
  const isLeft = hasOrganization && ways?.organization !== null;
  return (
    <Popup title={t('signIn.expired')} className="dialog-form">
      <Typography>{reason}</Typography>
      <Typography>{t(isLeft ? 'signIn.expiredHelpLeft' : 'signIn.expiredHelp')}</Typography>
      {hasOrganization && <OrganizationButton autoFocus={!hasPassword} />}
      <SignInForm
        email={me?.email}
        startsWith={hasPassword ? undefined : hasOrganization ? 'organization' : 'key'}
        onCredentials={(credentials) => signIn(credentials).then(onSignedIn)}
      />
    </Popup>
  );
}
