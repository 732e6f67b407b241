import { useQuery } from '@tanstack/react-query';
import { type CalendarRecord, type Schemas, send } from '../api';
import { SHARED } from '../kinds';
import { hasRoute } from '../schema';
import { type Language, other } from '../session';

interface Former {
  readonly texts: Readonly<Record<string, string | null>>;
  readonly modifiedUtc: string;
}

/** Fields of a language that are no texts. A change of them does not make a translation outdated. */
const NO_TEXTS: readonly string[] = [...SHARED, 'slug'];

/** Whether a changed field is a text of a language, or the confirmation that these are current. */
const isOfTranslation = (field: string, into: Language): boolean => {
  const prefix = `translations.${into}.`;
  return (
    field === 'translation_confirmed' || (field.startsWith(prefix) && !NO_TEXTS.includes(field.slice(prefix.length)))
  );
};

/** The texts from which a translation was made: those at its last write or confirmation, where revisions are kept. */
async function readFormer(kind: string, id: number, into: Language): Promise<Former | null> {
  const language = other(into);
  const address = `/${kind}/${id}/revisions`;
  const { data } = await send<Schemas['RevisionList']>('GET', address, { language, query: { per_page: 100 } });
  const last = data.revisions.find(({ fields }) => fields.some((field) => isOfTranslation(field, into)));
  if (!last) return null;
  const { data: revision } = await send<Schemas['RevisionWithRecord']>('GET', `${address}/${last.revision}`, {
    language,
  });
  const { translations } = revision.record as Partial<CalendarRecord>;
  return { texts: translations?.[language] ?? {}, modifiedUtc: last.modified_utc };
}

/** The former original of a translation that is outdated. */
export function useFormer(kind: string, record: CalendarRecord, into: Language): Former | undefined {
  const { id, translation_status: states, _etag: version } = record;
  const { data } = useQuery({
    queryKey: ['former', kind, id, into, version],
    queryFn: () => readFormer(kind, id, into),
    enabled: states?.[into] === 'outdated' && hasRoute(kind, 'revisions'),
  });
  return data ?? undefined;
}
