import { type ReactElement } from 'react';
import {
  AutocompleteArrayInput,
  ReferenceArrayInput,
  SearchInput,
  SelectInput,
  TextInput,
  usePermissions,
  useTranslate,
} from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { type Me } from '../api';
import { useLabels } from '../i18n';
import { nameOf, searchFor } from '../record/auto-input';
import { CategoriesInput } from '../record/categories';
import { isContributor } from '../rights';

const STATUSES = ['any', 'publish', 'future', 'draft', 'pending', 'private'];
const STATES = ['missing', 'partial', 'outdated', 'current'];
const byFilter = { field: 'none', order: 'ASC' } as const;

/** The search of every list. */
export const searchFilter = (name: string): ReactElement => (
  <SearchInput
    key="search"
    source="search"
    alwaysOn
    placeholder={name}
    slotProps={{ htmlInput: { 'aria-label': name } }}
  />
);

/** The filters that the page itself reads. */
export interface EventFilters extends Readonly<Record<string, unknown>> {
  readonly view?: string;
  readonly month?: string;
}

/** The filters of the list of events; their names are those of the query parameters. */
export function useEventFilters(): ReactElement[] {
  const t = useTranslate();
  const labels = useLabels();
  const { permissions: me } = usePermissions<Me>();
  const mayWrite = me !== undefined && isContributor(me);
  // A month has its own dates.
  const isMonth = useSearchParams()[0].get('filter')?.includes('"view":"month"');
  const choices = (ids: readonly string[], texts: string) => ids.map((id) => ({ id, name: t(`${texts}.${id}`) }));
  const day = { type: 'date', resettable: false, slotProps: { inputLabel: { shrink: true } } } as const;
  const select = { translateChoice: false, emptyText: '–' } as const;
  const forWriters = [
    <SelectInput
      key="status"
      source="status"
      label={labels.field('status')}
      choices={choices(STATUSES, 'status')}
      {...select}
    />,
    <SelectInput
      key="translation"
      source="translation"
      label={labels.field('translation')}
      choices={choices(STATES, 'translation')}
      {...select}
    />,
    <SelectInput
      key="author"
      source="author"
      label={labels.field('mine')}
      choices={[{ id: 'me', name: t('ra.boolean.true') }]}
      {...select}
    />,
  ];
  return [
    searchFilter(t('action.search')),
    ...(isMonth
      ? []
      : [
          <TextInput key="from" source="from" label={labels.field('from')} {...day} format={dayOf} alwaysOn />,
          <TextInput key="to" source="to" label={labels.field('to')} {...day} format={dayOf} />,
        ]),
    ...(mayWrite ? forWriters : []),
    <SelectInput
      key="occurrences"
      source="occurrences"
      label={labels.field('occurrences')}
      choices={choices(['next'], 'occurrences')}
      {...select}
    />,
    <CategoriesInput key="categories" source="categories" />,
    <ReferenceArrayInput key="venue" source="venue" reference="venues" sort={byFilter}>
      <AutocompleteArrayInput label={labels.field('venue')} optionText={nameOf('venues')} filterToQuery={searchFor} />
    </ReferenceArrayInput>,
    <SelectInput
      key="event_status"
      source="event_status"
      label={labels.field('event_status')}
      choices={choices(['cancelled', 'postponed', 'rescheduled', 'moved_online', 'full'], 'eventStatus')}
      {...select}
    />,
  ];
}

/** The API knows days by names such as `today`, with which the list begins, and `+6 days`. */
function dayOf(value = ''): string {
  const [isNamed, days = 0] = /^(?:today|\+(\d+) days)$/.exec(value) ?? [];
  return isNamed ? new Intl.DateTimeFormat('en-CA').format(Date.now() + Number(days) * 86_400_000) : value;
}
