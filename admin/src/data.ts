import { type DataProvider, type RaRecord } from 'react-admin';
import { type CalendarRecord, me, type Me, readRecord, send, uniqueKey } from './api';
import { isContributor, isEditor, mayPublish } from './rights';
import { hasParameter, recordFieldsOf, titleOf } from './schema';
import { currentLanguage, type Language, other } from './session';
import { inTree } from './tree';

/** The fields that lists show, as far as a kind has them; a list reads nothing else. */
const LIST_FIELDS = (
  'id author status language translation_status modified modified_utc modified_by pending_utc author_name review_note image url city address email parent count ' +
  'start_date end_date all_day date_utc event_status occurrence venue.id venue.venue venue.status ' +
  'organizer.id organizer.organizer organizer.status categories.id submission.contact_name'
).split(' ');

/** Lists are complete, also without events, before publication, and before today, with which the API begins. */
const everything = (kind: string, mayWrite: boolean) => ({
  ...(kind === 'events' && { from: '1970-01-01' }),
  ...(mayWrite && hasParameter(kind, 'status') && { status: 'any' }),
  ...(hasParameter(kind, 'hide_empty') && { hide_empty: false }),
});

function fieldsQuery(kind: string): string[] {
  const known = recordFieldsOf(kind);
  const fields = [titleOf(kind), ...LIST_FIELDS].filter((name) => known.includes(name.split('.')[0] ?? ''));
  return fields.filter((name) => kind === 'events' || !name.includes('.'));
}

/** The parameters of a search in both languages: an editor finds a record by its name in the other language as well. */
function searchQuery(kind: string, { search }: Query): Query {
  if (!search || !hasParameter(kind, 'search_languages')) return { _fields: fieldsQuery(kind) };
  const otherName = `translations.${other(currentLanguage())}.${titleOf(kind)}`;
  return { search_languages: 'all', translations: 'all', _fields: [...fieldsQuery(kind), otherName] };
}

/** A text for searches, in which accents and capitals make no difference. */
export const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The record, with its name in the other language if the search has found that one alone. */
function withOtherName(kind: string, record: CalendarRecord, { search }: Query): CalendarRecord {
  const [name, otherName] = [record[titleOf(kind)], record.translations?.[other(currentLanguage())]?.[titleOf(kind)]];
  const words = typeof search === 'string' ? folded(search).split(/\s+/) : [];
  const hasAll = (text: unknown) => typeof text === 'string' && words.every((word) => folded(text).includes(word));
  return hasAll(otherName) && !hasAll(name) ? { ...record, otherName: otherName ?? undefined } : record;
}

type Query = Record<string, unknown>;

/** The filters that have a value; an emptied one is none. */
const given = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '' && value !== null));

interface Page {
  readonly total: number;
  /** Another spelling of a search that has found nothing. */
  readonly search_suggestion?: string;
  readonly [kind: string]: unknown;
}

interface List {
  readonly data: CalendarRecord[];
  readonly total: number;
  readonly suggestion?: string;
}

async function list(kind: string, query: Query, isAside = false): Promise<List> {
  const { data } = await send<Page>('GET', `/${kind}`, {
    query: { ...searchQuery(kind, query), ...everything(kind, isContributor(await me())), ...given(query) },
    isAside,
  });
  const records = data[kind] as CalendarRecord[];
  const found = records.map((record) => withOtherName(kind, record, query));
  return { data: found, total: data.total, suggestion: data.search_suggestion };
}

/** The states of translation in which something is left to do. */
export const STATES = ['missing', 'partial', 'outdated'] as const;

/** The filters of what the account can translate: editors may change all records. A series is offered once. */
export const toTranslate = (account: Me, kind: string, into: Language, state: string = STATES.join(',')): Query => ({
  ...(!isEditor(account) && { author: 'me', ...(!mayPublish(account) && { status: 'draft,pending' }) }),
  ...(hasParameter(kind, 'occurrences') && { occurrences: 'series' }),
  translation: state,
  translation_language: into,
});

/** Sorting that lists have by default and that the API calls otherwise. */
function orderOf(kind: string, { field = '', order = '' } = {}): Query {
  const isKnown = field !== '' && field !== 'none' && hasParameter(kind, 'orderby');
  return isKnown ? { orderby: field, order: order.toLowerCase() } : {};
}

/** A key for the creation, so that a repeated request does not create twice. */
const onlyOnce = () => ({ 'Idempotency-Key': uniqueKey() });

/** The query of a list; how the page shows events is in the address beside the filters. */
function listQuery(kind: string, sort: { field: string; order: string } | undefined, filter: Query): Query {
  const { view: _view, month: _month, ...filters } = filter;
  return { ...orderOf(kind, sort), ...filters };
}

/** A page of records that have parents, in the order of their tree, each with the names above it. */
async function treePage(kind: string, filter: Query, page: number, perPage: number) {
  const tree = inTree(await readAll(kind));
  const found = filter.search ? new Set((await readAll(kind, filter)).map(({ id }) => id)) : undefined;
  const data = tree.filter(({ id }) => !found || found.has(id));
  const { suggestion } = found?.size === 0 ? await list(kind, { ...filter, per_page: 1 }) : {};
  return { data: data.slice((page - 1) * perPage, page * perPage) as never, total: data.length, meta: { suggestion } };
}

/** Maps the calls of react-admin that the page makes to the API. Names of filters are those of the query parameters. */
const calls: Pick<DataProvider, 'getList' | 'getOne' | 'getMany' | 'create'> = {
  async getList(kind, { pagination: { page = 1, perPage = 25 } = {}, sort, filter, meta }) {
    if (hasParameter(kind, 'parent') && sort?.field === 'name' && sort.order === 'ASC')
      return treePage(kind, filter as Query, page, perPage);
    const query: Query = { ...listQuery(kind, sort, filter as Query), page, per_page: perPage };
    // After a deletion the last page may be empty, which the API answers with 404.
    const isAside = (meta as { readonly isAside?: boolean } | undefined)?.isAside;
    const { data, total, suggestion } = await list(kind, query, isAside).catch((error: { status?: number }) => {
      if (error.status === 404 && page > 1) return list(kind, { ...query, page: 1 });
      throw error;
    });
    return { data: data as never, total, meta: { suggestion } };
  },
  getOne: async (kind, { id }) => ({ data: (await readRecord(kind, id)) as never }),
  async getMany(kind, { ids }) {
    if (ids.length === 0) return { data: [] };
    const { data } = await list(kind, { include: ids, per_page: Math.min(100, ids.length) });
    return { data: data as never };
  },
  async create(kind, { data }) {
    return { data: (await send<RaRecord>('POST', `/${kind}`, { body: data, headers: onlyOnce() })).data as never };
  },
};

export const dataProvider = calls as DataProvider;

/** All records under a filter, page by page, up to a thousand. */
export async function readAll(kind: string, filter: Query = {}): Promise<CalendarRecord[]> {
  const records: CalendarRecord[] = [];
  const sort = { field: kind === 'events' ? 'start_date' : 'name', order: 'ASC' } as const;
  for (let page = 1; page <= 10; page += 1) {
    const query = { ...listQuery(kind, sort, filter), page, per_page: 100 };
    const { data, total } = await list(kind, query);
    records.push(...data);
    if (records.length >= total) break;
  }
  return records;
}
