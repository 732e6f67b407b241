import { Alert, Button, Card, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LinearProgress, useNotify, useTranslate } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { useQueryClient } from '@tanstack/react-query';
import { forgetMe, type Schemas, send } from '../api';
import { reasonOf, useAttempt } from '../attempt';
import { asUtc, formats } from '../i18n';
import { PageHead } from '../page-head';
import { useQuestion } from '../record/questions';
import { AccountFields, bodyOf, type ManagedAccount } from './account-fields';
import { States } from './accounts';
import { invite, InvitationDialog, type Invited } from './invite';
import { Keys } from './keys';
import { PlainForm, type Values } from './plain-form';
import { useWays } from './sign-in-form';

/** An account, as administrators change it. */
export default function Account() {
  const t = useTranslate();
  const { id = '' } = useParams();
  const { data: account, error } = useQuery({
    queryKey: ['account', id],
    queryFn: async () => (await send<ManagedAccount>('GET', `/accounts/${id}`)).data,
    retry: false,
  });
  if (error) return <Alert severity="error">{t(reasonOf(error))}</Alert>;
  if (!account) return <LinearProgress />;
  return (
    <div className="screen person">
      <Link to="/accounts" className="back">
        {t('people.back')}
      </Link>
      <PageHead title={account.name}>
        <span className="row">
          <States account={account} />
        </span>
      </PageHead>
      <Details account={account} />
      {account.service ? (
        <Alert severity="info" className="note">
          {t('people.serviceHelp')}
        </Alert>
      ) : (
        <Access account={account} />
      )}
      <Keys path={`/accounts/${account.id}/keys`} isUsable={!account.disabled && !account.service} />
    </div>
  );
}

function Details({ account }: { readonly account: ManagedAccount }) {
  const t = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const save = async (values: Values) => {
    await send('PATCH', `/accounts/${account.id}`, { body: bodyOf(values) });
    notify('done.saved', { type: 'success' });
    forgetMe();
    void queries.invalidateQueries();
  };
  return (
    <Card component="section" className="section" aria-label={t('people.details')}>
      <Typography variant="h2">{t('people.details')}</Typography>
      <PlainForm key={account.id} submit={t('action.save')} onSend={save}>
        <AccountFields of={account} />
      </PlainForm>
    </Card>
  );
}

/** Whether somebody can sign in to an account, and what changes it. */
function Access({ account }: { readonly account: ManagedAccount }) {
  const t = useTranslate();
  const attempt = useAttempt();
  const { question, ask } = useQuestion();
  const [invited, setInvited] = useState<Invited>();
  const path = `/accounts/${account.id}`;
  const hasPassword = account.sign_in.includes('password');
  const disable = async () => {
    const isSure = await ask(t('people.disableTitle', account), t('people.disableHelp'), t('people.disable'));
    if (isSure) await attempt(() => send('PATCH', path, { body: { disabled: true } }), 'people.isDisabled');
  };
  const enable = () => attempt(() => send('PATCH', path, { body: { disabled: false } }), 'people.isEnabled');
  const renew = async () => {
    const isSure =
      !hasPassword || (await ask(t('people.resetTitle', account), t('people.resetHelp'), t('people.newLink')));
    if (isSure) await attempt(async () => setInvited(await invite(account)));
  };
  return (
    <Card component="section" className="section" aria-label={t('people.access')}>
      <Typography variant="h2">{t('people.access')}</Typography>
      <State account={account} />
      <div className="row">
        {account.disabled ? (
          <Button variant="contained" onClick={() => void enable()}>
            {t('people.enable')}
          </Button>
        ) : (
          <>
            <Button variant="contained" onClick={() => void renew()}>
              {t('people.newLink')}
            </Button>
            <Button color="error" onClick={() => void disable()}>
              {t('people.disable')}
            </Button>
          </>
        )}
      </div>
      {question}
      {invited && <InvitationDialog invited={invited} onClose={() => setInvited(undefined)} />}
    </Card>
  );
}

/** Shows whether an account can sign in, and by which ways. */
function State({ account }: { readonly account: ManagedAccount }) {
  const t = useTranslate();
  const ways = useWays();
  const { disabled, invited_until: until, last_used_utc: used } = account;
  const state = ways && (disabled ? 'stateDisabled' : stateOf(account, ways));
  if (!state) return null;
  const sentences = [
    // An invitation is a way that is not taken yet.
    (state !== 'stateNone' || !until) && t(`people.${state}`, { name: ways.organization }),
    until && t('people.stateInvited', { time: formats().longInstant(asUtc(until)) }),
    used && t('people.usedOn', { day: formats().longDayOf(asUtc(used)) }),
  ];
  return <Typography>{sentences.filter(Boolean).join(' ')}</Typography>;
}

function stateOf({ sign_in: has }: ManagedAccount, ways: Schemas['WaysToSignIn']): string {
  const hasPassword = has.includes('password');
  if (has.includes('organization') && ways.organization !== null)
    return hasPassword && ways.password ? 'stateBoth' : 'stateOrganization';
  if (!hasPassword) return 'stateNone';
  return ways.password ? 'statePassword' : 'statePasswordOff';
}
