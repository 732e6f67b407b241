import { Alert, Button, Card, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, usePermissions, useTranslate } from 'react-admin';
import { forgetMe, type Me, send } from '../api';
import { PageHead } from '../page-head';
import { isContributor } from '../rights';
import { AccountFields, bodyOf } from './account-fields';
import { Keys } from './keys';
import { Notices } from './notices';
import { PasswordInput } from './password-input';
import { PlainForm, type Values } from './plain-form';
import { useWays } from './sign-in-form';
import { useSignOut } from './use-sign-out';

/** The roles that approve what others send. */
const EDITORS: readonly Me['role'][] = ['editor', 'administrator'];

/** The account of the person who is signed in. */
export default function MyAccount() {
  const t = useTranslate();
  const ways = useWays();
  const { permissions: me } = usePermissions<Me>();
  const { signOut, question } = useSignOut();
  if (!me) return null;
  // A key for some kinds alone does not change its account.
  const isLimited = me.writes !== undefined;
  return (
    <div className="screen person">
      <PageHead title={t('menu.me')}>
        <Button variant="outlined" onClick={() => void signOut()}>
          {t('signIn.out')}
        </Button>
      </PageHead>
      {isLimited ? (
        <Alert severity="info">{t('people.limited')}</Alert>
      ) : (
        <>
          <Profile me={me} />
          {me.sign_in.includes('password') && ways?.password && <PasswordChange email={me.email} />}
          {ways?.mail && EDITORS.includes(me.role) && <Notices me={me} />}
          <Keys path="/me/keys" isOwn isUsable={isContributor(me)} />
        </>
      )}
      {question}
    </div>
  );
}

function Profile({ me }: { readonly me: Me }) {
  const t = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const save = async (values: Values) => {
    await send('PATCH', '/me', { body: bodyOf(values) });
    notify('done.saved', { type: 'success' });
    forgetMe();
    void queries.invalidateQueries();
  };
  return (
    <Card component="section" className="section" aria-label={t('people.details')}>
      <Typography variant="h2">{t('people.details')}</Typography>
      <Typography>{[me.email, t(`role.${me.role}`)].filter(Boolean).join(' · ')}</Typography>
      {me.sign_in.length > 0 && (
        <Typography color="text.secondary">
          {t('people.ways', { ways: me.sign_in.map((way) => t(`people.way.${way}`)).join(', ') })}
        </Typography>
      )}
      <PlainForm submit={t('action.save')} onSend={save}>
        <AccountFields of={me} isManaged={false} />
      </PlainForm>
    </Card>
  );
}

function PasswordChange({ email }: { readonly email: string | null }) {
  const t = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const [changes, setChanges] = useState(0);
  const change = async ({ current, password, keys }: Values) => {
    await send('POST', '/me/password', { body: { current, password, keys: keys === 'on' } });
    notify('people.passwordChanged', { type: 'success' });
    // Empties the form.
    setChanges(changes + 1);
    void queries.invalidateQueries();
  };
  return (
    <Card component="section" className="section" aria-label={t('field.password')}>
      <Typography variant="h2">{t('field.password')}</Typography>
      <Typography color="text.secondary">{t('people.passwordEnds')}</Typography>
      <PlainForm key={changes} submit={t('people.changePassword')} onSend={change}>
        <input type="text" name="username" autoComplete="username" defaultValue={email ?? ''} hidden readOnly />
        <PasswordInput name="current" label={t('people.currentPassword')} />
        <PasswordInput label={t('people.newPassword')} isNew />
        <FormControlLabel control={<Checkbox name="keys" />} label={t('people.keysToo')} />
      </PlainForm>
    </Card>
  );
}
