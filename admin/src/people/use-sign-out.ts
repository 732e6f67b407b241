import { useLogout, usePermissions, useTranslate } from 'react-admin';
import { type Me } from '../api';
import { copiesOf, dropCopiesOf } from '../record/copies';
import { discardOpenForm, keepOpenForm } from '../record/kept-copy';
import { useQuestion } from '../record/questions';

/** Signing out drops what was being entered, which the next person at this browser must not read, and asks before. */
export function useSignOut() {
  const t = useTranslate();
  const logout = useLogout();
  const { permissions: me } = usePermissions<Me>();
  const { question, ask } = useQuestion();
  const signOut = async () => {
    keepOpenForm();
    const count = me ? copiesOf(me.id).length : 0;
    const help = t('signIn.outHelp', { smart_count: count });
    if (count > 0 && !(await ask(t('signIn.outTitle'), help, t('signIn.out')))) return;
    discardOpenForm();
    if (me) dropCopiesOf(me.id);
    await logout(null, undefined, false);
  };
  return { signOut, question };
}
