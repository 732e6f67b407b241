import { Button } from '@mui/material';
import { useState } from 'react';
import { usePermissions, useTranslate } from 'react-admin';
import { type Me } from '../api';
import { signOut } from '../auth';
import { Popup } from '../controls';
import { forgetInvitation, openInvitation } from '../session';

/** Asks before the invitation that was opened ends the use of another account. */
export function OfferedInvitation() {
  const t = useTranslate();
  const { permissions: me } = usePermissions<Me>();
  const [token, setToken] = useState(openInvitation);
  if (token === undefined || !me) return null;
  const refuse = () => {
    forgetInvitation();
    setToken(undefined);
  };
  return (
    <Popup
      title={t('people.acceptTitle')}
      onClose={refuse}
      close="people.notNow"
      actions={
        <Button variant="contained" onClick={() => void signOut().then(() => location.reload())}>
          {t('people.accept')}
        </Button>
      }
    >
      {t('people.acceptHelp', { name: me.name })}
    </Popup>
  );
}
