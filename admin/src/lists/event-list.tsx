import { DataTable, List, Pagination, useListContext, usePermissions, useTranslate } from 'react-admin';
import { type CalendarRecord, type Me } from '../api';
import { Toggle } from '../controls';
import { useLabels } from '../i18n';
import { PageHead } from '../page-head';
import { nameOf } from '../record/record-names';
import { whenOf } from './when-of';
import { isContributor } from '../rights';
import { recordFieldsOf } from '../schema';
import { croppedAt } from '../screens/cropped-at';
import { BulkActions } from './bulk-actions';
import { EmptyList } from './empty-list';
import { type EventFilters, useEventFilters } from './event-filters';
import { Month } from './month';
import { LanguageStates, ListActions, NameField } from './record-list';

/** The events, as a table or a month, with the same filters. They are in the address alone, and begin with today. */
export default function EventList() {
  const labels = useLabels();
  const filters = useEventFilters();
  return (
    <>
      <PageHead title={labels.kind('events')} />
      <List
        title={false}
        storeKey={false}
        filters={filters}
        filterDefaultValues={{ from: 'today' }}
        sort={{ field: 'start_date', order: 'ASC' }}
        perPage={25}
        actions={
          <ListActions>
            <ViewSwitch />
          </ListActions>
        }
        pagination={<TablePagination />}
        empty={false}
        exporter={false}
      >
        <View />
      </List>
    </>
  );
}

/** The view is a filter for the address only; the data provider does not send it. */
const useView = (): 'list' | 'month' =>
  (useListContext().filterValues as EventFilters).view === 'month' ? 'month' : 'list';

function ViewSwitch() {
  const t = useTranslate();
  const view = useView();
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const choose = (next: string) => {
    const { view: _view, ...rest } = filterValues as EventFilters;
    setFilters(next === 'month' ? { ...rest, view: next } : { from: 'today', ...rest }, displayedFilters);
  };
  return (
    <Toggle
      label={t('action.view')}
      value={view}
      options={(['list', 'month'] as const).map((name) => [name, t(`action.${name}`)])}
      onValue={choose}
    />
  );
}

const TablePagination = () => (useView() === 'month' ? null : <Pagination rowsPerPageOptions={[25, 50, 100]} />);

const View = () => (useView() === 'month' ? <Month /> : <Table />);

function Table() {
  const labels = useLabels();
  const { permissions: me } = usePermissions<Me>();
  const mayWrite = me !== undefined && isContributor(me);
  return (
    <DataTable
      bulkActionButtons={mayWrite && <BulkActions />}
      rowClick="edit"
      empty={<EmptyList />}
      className="events-table"
    >
      <DataTable.Col<CalendarRecord>
        source="image"
        label=""
        disableSort
        render={({ image }) =>
          image?.url && (
            <img
              src={image.sizes?.thumbnail.url ?? image.url}
              alt=""
              loading="lazy"
              referrerPolicy="no-referrer"
              style={croppedAt(image.focus)}
            />
          )
        }
      />
      <DataTable.Col source="title" label={labels.field('title')}>
        <NameField />
      </DataTable.Col>
      <DataTable.Col<CalendarRecord> source="start_date" label={labels.field('when')} render={whenOf} />
      <DataTable.Col<CalendarRecord>
        source="venue"
        label={labels.field('venue')}
        disableSort
        render={({ venue }) => Array.isArray(venue) && venue.map(nameOf('venues')).join(', ')}
      />
      {mayWrite && (
        <DataTable.Col source="translation_status" label={labels.field('languages')} disableSort>
          <LanguageStates />
        </DataTable.Col>
      )}
      {mayWrite && recordFieldsOf('events').includes('modified_by') && (
        <DataTable.Col<CalendarRecord>
          source="modified"
          label={labels.field('changed')}
          render={({ modified_by: by }) => by?.name}
        />
      )}
    </DataTable>
  );
}
