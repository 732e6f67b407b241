import { Chip, Stack } from '@mui/material';
import {
  CreateButton,
  DataTable,
  FilterButton,
  List,
  TopToolbar,
  usePermissions,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { type CalendarRecord, type Me } from '../api';
import { useLabels } from '../i18n';
import { PageHead } from '../page-head';
import { useSentBy } from '../record/use-sent-by';
import { isContributor, mayCreate } from '../rights';
import { hasParameter, recordFieldsOf, titleOf } from '../schema';
import { currentLanguage, type Language, LANGUAGES, other } from '../session';
import { BulkActions } from './bulk-actions';
import { EmptyList } from './empty-list';
import { EventNumber, relationOf } from './event-number';
import { searchFilter } from './event-filters';

/** A plain list, for every kind. */
export default function RecordList() {
  const labels = useLabels();
  const t = useTranslate();
  const kind = useResourceContext() ?? '';
  const { permissions: me } = usePermissions<Me>();
  const fields = recordFieldsOf(kind);
  const has = (name: string) => fields.includes(name);
  const mayWrite = me !== undefined && isContributor(me);
  const relation = relationOf(kind);
  return (
    <>
      <PageHead title={labels.kind(kind)} />
      <List
        key={kind}
        title={false}
        storeKey={false}
        filters={[searchFilter(t('action.search'))]}
        actions={<ListActions />}
        sort={{ field: 'name', order: 'ASC' }}
        perPage={25}
        empty={false}
        exporter={false}
      >
        <DataTable bulkActionButtons={mayWrite && <BulkActions />} rowClick="edit" empty={<EmptyList />}>
          <DataTable.Col
            source={titleOf(kind)}
            label={labels.field('name')}
            disableSort={!hasParameter(kind, 'orderby')}
          >
            <NameField />
          </DataTable.Col>
          {has('city') && <DataTable.Col source="city" label={labels.field('city')} disableSort />}
          {has('email') && <DataTable.Col source="email" label={labels.field('email')} disableSort />}
          {has('count') && <DataTable.NumberCol source="count" label={labels.field('count')} />}
          {!has('count') && relation && (
            <DataTable.Col source="events" label={labels.field('count')} disableSort className="number-column">
              <EventNumber relation={relation} />
            </DataTable.Col>
          )}
          {has('translation_status') && mayWrite && (
            <DataTable.Col source="translation_status" label={labels.field('languages')} disableSort>
              <LanguageStates />
            </DataTable.Col>
          )}
        </DataTable>
      </List>
    </>
  );
}

export function ListActions({ children }: { readonly children?: React.ReactNode }) {
  const labels = useLabels();
  const kind = useResourceContext() ?? '';
  const { permissions: me } = usePermissions<Me>();
  return (
    <TopToolbar>
      {kind === 'events' && <FilterButton disableSaveQuery />}
      {children}
      {me && mayCreate(me, kind) && <CreateButton variant="contained" label={labels.newKind(kind)} />}
    </TopToolbar>
  );
}

/** The name of a record, which opens it, with its status where it is not published. */
export function NameField() {
  const t = useTranslate();
  const kind = useResourceContext() ?? '';
  const record = useRecordContext<CalendarRecord>();
  const sentBy = useSentBy(record);
  if (!record) return null;
  return (
    <Stack direction="row" useFlexGap className="name-field">
      {record.above?.map((name) => (
        <span key={name} className="above">
          {name} ›
        </span>
      ))}
      <Link to={`/${kind}/${record.id}`} className="name" onClick={(event) => event.stopPropagation()}>
        {(record[titleOf(kind)] as string) || t('form.noTitle')}
      </Link>
      {record.otherName && <small lang={other(currentLanguage())}>{record.otherName}</small>}
      {record.status && record.status !== 'publish' && (
        <Chip size="small" label={t(`status.${record.status}`)} className={`status-${record.status}`} />
      )}
      {sentBy && <small>{sentBy}</small>}
      {record.event_status && record.event_status !== 'scheduled' && (
        <Chip size="small" color="error" variant="outlined" label={t(`event_status.${record.event_status}`)} />
      )}
    </Stack>
  );
}

/** Shows the state of translation of each language. */
export function LanguageStates() {
  const t = useTranslate();
  const states = useRecordContext<CalendarRecord>()?.translation_status;
  if (!states) return null;
  const name = (language: Language) =>
    t('stateIn', { language: t(`language.${language}`), state: t(`translation.${states[language]}`) });
  return (
    <Stack direction="row" spacing={0.5}>
      {LANGUAGES.map((language) => (
        <Chip
          key={language}
          size="small"
          variant="outlined"
          className={`state-${states[language]}`}
          label={language.toUpperCase()}
          title={name(language)}
          aria-label={name(language)}
        />
      ))}
    </Stack>
  );
}
