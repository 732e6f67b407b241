import SearchIcon from '@mui/icons-material/Search';
import { Button, Card, Chip, InputAdornment, Pagination, TextField, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LinearProgress, usePermissions, useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import { ApiError, type Me, type Schemas, send } from '../api';
import { reasonOf } from '../attempt';
import { asUtc, formats } from '../i18n';
import { PageHead } from '../page-head';
import { mayManagePeople } from '../rights';
import { type ManagedAccount } from './account-fields';
import { InviteDialog } from './invite';

const PER_PAGE = 25;

/** The people who use the calendar, and the programs that have an account. */
export default function Accounts() {
  const t = useTranslate();
  const { permissions: me } = usePermissions<Me>();
  const [isInviting, setInviting] = useState(false);
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const page = Number(params.get('page') ?? 1);
  const { data, error } = useQuery({
    queryKey: ['accounts', search, page],
    queryFn: () => readPage(search, page),
    placeholderData: keepPreviousData,
  });
  const show = (next: Record<string, string>) => setParams(next, { replace: true });
  return (
    <div className="screen">
      <PageHead title={t('menu.accounts')}>
        {me && mayManagePeople(me) && (
          <Button variant="contained" onClick={() => setInviting(true)}>
            {t('people.invite')}
          </Button>
        )}
      </PageHead>
      <TextField
        type="search"
        label={t('action.search')}
        defaultValue={search}
        className="accounts-search"
        onChange={({ target }) => show(target.value.trim() ? { search: target.value } : {})}
        slotProps={{
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <SearchIcon color="disabled" />
              </InputAdornment>
            ),
          },
        }}
      />
      <Card component="section" className="section" aria-label={t('menu.accounts')}>
        {error && <Typography color="error">{t(reasonOf(error))}</Typography>}
        {!data && !error && <LinearProgress />}
        {data?.total === 0 && <Typography color="text.secondary">{t('start.none')}</Typography>}
        {data && data.accounts.length > 0 && (
          <ul className="accounts">
            {data.accounts.map((account) => (
              <Row key={account.id} account={account} />
            ))}
          </ul>
        )}
        {data && data.total_pages > 1 && (
          <Pagination
            page={page}
            count={data.total_pages}
            onChange={(_event, next) => show({ ...(search && { search }), page: String(next) })}
          />
        )}
      </Card>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  );
}

/** A page after the last one is empty, since the accounts before it may have been found by another search. */
async function readPage(search: string, page: number): Promise<Schemas['AccountList']> {
  const query = { search, page, per_page: PER_PAGE };
  return (
    await send<Schemas['AccountList']>('GET', '/accounts', { query }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404 || page === 1) throw error;
      return send<Schemas['AccountList']>('GET', '/accounts', { query: { ...query, page: 1 } });
    })
  ).data;
}

function Row({ account }: { readonly account: ManagedAccount }) {
  const t = useTranslate();
  const { id, name, email, role, last_used_utc: lastUsed } = account;
  return (
    <li className={account.disabled ? 'disabled' : undefined}>
      <span className="who">
        <Link to={`/accounts/${id}`}>{name}</Link>
        {email && <small>{email}</small>}
      </span>
      <span>{t(`role.${role}`)}</span>
      <small>
        {lastUsed ? t('people.lastUsed', { day: formats().dayOf(asUtc(lastUsed)) }) : t('people.neverUsed')}
      </small>
      <span className="row">
        <States account={account} />
      </span>
    </li>
  );
}

/** The states in which an account differs from others, as chips. */
export function States({ account }: { readonly account: ManagedAccount }) {
  const t = useTranslate();
  return (
    <>
      {account.disabled && <Chip size="small" color="error" variant="outlined" label={t('people.disabled')} />}
      {account.invited_until && <Chip size="small" color="primary" variant="outlined" label={t('people.invited')} />}
      {account.service && <Chip size="small" variant="outlined" label={t('people.service')} />}
    </>
  );
}
