import { Button, Divider } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { goToOrganization } from '../organization';
import { useWays } from './sign-in-form';

interface Props {
  /** The token of an invitation that is accepted so. */
  readonly invitation?: string;
  /** Whether another way to sign in follows. */
  readonly hasOthers?: boolean;
}

/** Leads to the organization's service, if there is one. */
export function OrganizationButton({ invitation, hasOthers = true }: Props) {
  const t = useTranslate();
  const ways = useWays();
  const [isGone, setGone] = useState(false);
  if (!ways?.organization) return null;
  const go = () => {
    setGone(true);
    void goToOrganization(invitation).catch(() => setGone(false));
  };
  return (
    <>
      <Button variant="contained" size="large" fullWidth disabled={isGone} onClick={go}>
        {t('signIn.withOrganization', { name: ways.organization })}
      </Button>
      {hasOthers && <Divider>{t('signIn.or')}</Divider>}
    </>
  );
}
