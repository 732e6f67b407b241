import { type ReactElement } from 'react';
import {
  AutocompleteArrayInput,
  ReferenceArrayInput,
  SelectInput,
  TextInput,
  usePermissions,
  useTranslate,
} from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { type Me } from '../api';
import { STATES } from '../data';
import { useLabels } from '../i18n';
import { byName, nameOf, searchFor } from '../record/record-names';
import { CategoriesInput } from '../record/categories';
import { isContributor } from '../rights';
import { SearchBox } from './search-box';

/** The search of every list. */
export const searchFilter = (name: string): ReactElement => (
  <SearchBox key="search" source="search" label={name} alwaysOn />
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
  // A month has its own dates.
  const isMonth = useSearchParams()[0].get('filter')?.includes('"view":"month"');
  const day = { type: 'date', resettable: false, slotProps: { inputLabel: { shrink: true } } } as const;
  const select = (source: string, ids: readonly string[], texts = source) => (
    <SelectInput
      key={source}
      source={source}
      label={labels.field(texts)}
      choices={ids.map((id) => ({ id, name: t(`${texts}.${id}`) }))}
      translateChoice={false}
      emptyText="–"
    />
  );
  return [
    searchFilter(t('action.search')),
    ...(isMonth
      ? []
      : [
          <TextInput key="from" source="from" label={labels.field('from')} {...day} format={dayOf} alwaysOn />,
          <TextInput key="to" source="to" label={labels.field('to')} {...day} format={dayOf} />,
        ]),
    ...(me && isContributor(me)
      ? [
          select('status', ['any', 'publish', 'future', 'draft', 'pending', 'private']),
          select('translation', [...STATES, 'current']),
          select('author', ['me'], 'mine'),
        ]
      : []),
    select('occurrences', ['next']),
    <CategoriesInput key="categories" source="categories" label={labels.field('categories')} />,
    <ReferenceArrayInput key="venue" source="venue" reference="venues" label={labels.field('venue')} sort={byName}>
      <AutocompleteArrayInput label={labels.field('venue')} optionText={nameOf('venues')} filterToQuery={searchFor} />
    </ReferenceArrayInput>,
    select('event_status', ['cancelled', 'postponed', 'rescheduled', 'moved_online', 'full']),
  ];
}

/** The API knows days by names such as `today`, with which the list begins, and `+6 days`. */
function dayOf(value = ''): string {
  const [isNamed, days = 0] = /^(?:today|\+(\d+) days)$/.exec(value) ?? [];
  return isNamed ? new Intl.DateTimeFormat('en-CA').format(Date.now() + Number(days) * 86_400_000) : value;
}
