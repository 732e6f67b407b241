import { Button, Divider } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { goToOrganization } from '../organization';
import { discardOpenForm, keepOpenForm } from '../record/kept-copy';
import { useWays } from './sign-in-form';

interface Props {
  /** The token of an invitation that is accepted so. */
  readonly invitation?: string;
  /** Whether another way to sign in follows. */
  readonly hasOthers?: boolean;
  readonly autoFocus?: boolean;
  /** Asks before the page is left. @returns whether to go */
  readonly ask?: () => Promise<boolean>;
}

/** Leads to the organization's service, if there is one. */
export function OrganizationButton({ invitation, hasOthers = true, autoFocus = false, ask }: Props) {
  const t = useTranslate();
  const ways = useWays();
  const screen = useScreen();
  if (!ways?.organization) return null;
  const go = async () => {
    if (ask && !(await ask())) return;
    // What is being entered is offered again afterwards, so that the browser does not ask whether to leave.
    keepOpenForm();
    discardOpenForm();
    await goToOrganization({ invitation, screen });
  };
  return (
    <>
      <Button variant="contained" size="large" fullWidth autoFocus={autoFocus} onClick={() => void go()}>
        {t('signIn.withOrganization', { name: ways.organization })}
      </Button>
      {hasOthers && <Divider>{t('signIn.or')}</Divider>}
    </>
  );
}

/** The path of the screen that is open, or from which the form for signing in has come. */
function useScreen(): string {
  const { pathname, search, state } = useLocation();
  const { nextPathname = '/', nextSearch = '' } = (state ?? {}) as Readonly<
    Partial<Record<'nextPathname' | 'nextSearch', string>>
  >;
  return pathname === '/login' ? nextPathname + nextSearch : pathname + search;
}
