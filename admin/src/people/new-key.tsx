import { Button, MenuItem, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermissions, useTranslate } from 'react-admin';
import { type Me, type Schemas, send } from '../api';
import { Popup } from '../controls';
import { useLabels } from '../i18n';
import { Copyable } from './copyable';
import { ScopeInput } from './key-scope';
import { PasswordInput } from './password-input';
import { Input, PlainForm, type Values } from './plain-form';

const DAYS = [30, 90, 365] as const;

interface Props {
  readonly path: string;
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

/** Makes a key for a program, and shows it once. */
export function NewKey({ path, isOwn, onClose }: Props) {
  const t = useTranslate();
  const labels = useLabels();
  const queries = useQueryClient();
  const { permissions: me } = usePermissions<Me>();
  const [key, setKey] = useState<Schemas['NewKey']>();
  const create = async ({ name, ...optional }: Values) => {
    const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== ''));
    setKey((await send<Schemas['NewKey']>('POST', path, { body: { name, ...given } })).data);
    void queries.invalidateQueries();
  };
  if (key)
    return (
      <Popup
        title={t('people.keyTitle', { name: key.name })}
        maxWidth="sm"
        close="action.close"
        className="dialog-form"
        onClose={onClose}
      >
        <Typography>{t('people.keyHelp')}</Typography>
        <Copyable label={t('signIn.key')} text={key.key} copy={t('people.copyKey')} />
      </Popup>
    );
  return (
    <Popup
      title={t('people.newKey')}
      maxWidth="xs"
      className="dialog-form"
      onClose={onClose}
      actions={
        <Button type="submit" form="new-key" variant="contained">
          {t('people.makeKey')}
        </Button>
      }
    >
      <PlainForm id="new-key" onSend={create}>
        <Input
          name="name"
          label={labels.field('name')}
          helperText={t('people.keyNameHelp')}
          autoComplete="off"
          required
          autoFocus
        />
        <ScopeInput />
        <Input
          name="expires"
          select
          label={t('people.expires')}
          defaultValue={isOwn ? '+365 days' : '+90 days'}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          {DAYS.map((days) => (
            <MenuItem key={days} value={`+${days} days`}>
              {days === 365 ? t('people.year') : t('people.days', { smart_count: days })}
            </MenuItem>
          ))}
          {!isOwn && <MenuItem value="">{t('people.never')}</MenuItem>}
        </Input>
        {isOwn && me?.sign_in.includes('password') && (
          <PasswordInput
            name="current"
            label={t('people.yourPassword')}
            required={false}
            helperText={t('people.currentHelp')}
          />
        )}
      </PlainForm>
    </Popup>
  );
}
