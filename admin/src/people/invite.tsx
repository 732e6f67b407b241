import { Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { type Schemas, send } from '../api';
import { reasonOf } from '../attempt';
import { Popup } from '../controls';
import { asUtc, formats } from '../i18n';
import { AccountFields, bodyOf, type ManagedAccount } from './account-fields';
import { Copyable } from './copyable';
import { PlainForm, type Values } from './plain-form';
import { useWays } from './sign-in-form';

/** An account, and its new invitation. */
export interface Invited {
  readonly account: Pick<ManagedAccount, 'id' | 'name'>;
  readonly invitation: Schemas['Invitation'];
}

/** Makes an invitation, which ends the former one of the account. */
export async function invite(account: Invited['account']): Promise<Invited> {
  const { data } = await send<Schemas['Invitation']>('POST', `/accounts/${account.id}/invitation`, { body: {} });
  return { account, invitation: data };
}

/** Creates an account, and shows its invitation. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [invited, setInvited] = useState<Invited>();
  const create = async (values: Values) => {
    const { data } = await send<ManagedAccount>('POST', '/accounts', { body: bodyOf(values) });
    // The account is there: its screen makes the invitation that failed.
    await invite(data).then(setInvited, (error: unknown) => {
      notify(reasonOf(error), { type: 'error', autoHideDuration: 10_000 });
      void navigate(`/accounts/${data.id}`);
    });
    void queries.invalidateQueries();
  };
  if (invited) return <InvitationDialog invited={invited} onClose={onClose} />;
  return (
    <Popup
      title={t('people.inviteTitle')}
      maxWidth="xs"
      className="dialog-form"
      onClose={onClose}
      actions={
        <Button type="submit" form="invite" variant="contained">
          {t('people.invite')}
        </Button>
      }
    >
      <PlainForm id="invite" onSend={create}>
        <AccountFields />
      </PlainForm>
    </Popup>
  );
}

interface DialogProps {
  readonly invited: Invited;
  readonly onClose: () => void;
}

/** The address of an invitation, which nothing shows again. */
export function InvitationDialog({ invited: { account, invitation }, onClose }: DialogProps) {
  const t = useTranslate();
  const time = formats().longInstant(asUtc(invitation.expires_utc));
  const linkHelp = useWays()?.organization ? 'people.linkHelpOrganization' : 'people.linkHelp';
  const help = invitation.mail === 'queued' ? 'people.linkMailed' : linkHelp;
  return (
    <Popup
      title={t('people.linkTitle', { name: account.name })}
      maxWidth="sm"
      close="action.close"
      className="dialog-form"
      onClose={onClose}
    >
      <Typography>{t(help)}</Typography>
      <Copyable label={t('people.link')} text={invitation.url} copy={t('people.copyLink')} />
      <Typography color="text.secondary">{t('people.linkUntil', { time })}</Typography>
    </Popup>
  );
}
