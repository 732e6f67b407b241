import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermissions, useTranslate } from 'react-admin';
import { type ApiError, type Me, send } from '../api';
import { acceptOfferedKey } from '../auth';
import { Popup } from '../controls';
import { offeredKey, refuseOfferedKey } from '../session';

/** Asks before the key of an address that was opened replaces the key of another account. */
export function OfferedKey() {
  const t = useTranslate();
  const { permissions: me } = usePermissions<Me>();
  const [key, setKey] = useState(offeredKey);
  const { data, error } = useQuery<Me, ApiError>({
    queryKey: ['offered-key'],
    queryFn: async () => (await send<Me>('GET', '/me', { key })).data,
    enabled: key !== undefined,
    retry: false,
  });
  if (key === undefined || !me) return null;
  const keepMine = () => {
    refuseOfferedKey();
    setKey(undefined);
  };
  const takeIt = () => {
    acceptOfferedKey();
    location.reload();
  };
  if (error && error.status !== 0)
    return (
      <Popup title={t('offeredKey.refused')} onClose={keepMine} close="action.close">
        {error.message}
      </Popup>
    );
  if (!data) return null;
  return (
    <Popup
      title={t('offeredKey.title', { name: data.name })}
      onClose={keepMine}
      close="offeredKey.stay"
      actions={
        <Button variant="contained" onClick={takeIt}>
          {t('offeredKey.take')}
        </Button>
      }
    >
      {t('offeredKey.help', { name: me.name })}
    </Popup>
  );
}
