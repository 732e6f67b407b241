import { Card, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { forgetMe, type Me, send } from '../api';
import { PlainForm, type Values } from './plain-form';

/** The notices that the person gets by mail. */
export function Notices({ me }: { readonly me: Me }) {
  const t = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const save = async ({ pending }: Values) => {
    await send('PATCH', '/me', { body: { notify: pending === 'on' ? ['pending'] : [] } });
    notify('done.saved', { type: 'success' });
    forgetMe();
    void queries.invalidateQueries();
  };
  return (
    <Card component="section" className="section" aria-label={t('people.notices')}>
      <Typography variant="h2">{t('people.notices')}</Typography>
      <PlainForm submit={t('action.save')} onSend={save}>
        <FormControlLabel
          control={<Checkbox name="pending" defaultChecked={me.notify.includes('pending')} />}
          label={t('people.noticePending')}
        />
      </PlainForm>
      {me.email === null && <Typography color="text.secondary">{t('people.noticesNeedAddress')}</Typography>}
    </Card>
  );
}
