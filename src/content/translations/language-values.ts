import { type Language } from '../../i18n/language.js';
import { translationIn } from './shown-text.js';
import { type TextChanges, type TextNames } from './text-changes.js';
import { type Translation } from './translation.js';

type PerLanguage = Pick<TextNames, 'perLanguage'>;

type Row = Pick<Translation, 'language' | 'borrowed'>;

/** A record with a shared value, which its translations may replace. */
type Valued<P extends string> = { readonly [Property in P]: unknown } & {
  readonly translations: readonly (Row & { readonly [Property in P]?: unknown })[];
};

/** The value that is shown in a language: that of the language, else the shared one. */
export function valueIn<P extends string, R extends Valued<P>>(record: R, language: Language, property: P): R[P] {
  const own = translationIn<R['translations'][number]>(record.translations, language);
  return (own?.[property] ?? record[property]) as R[P];
}

/** A record in which the values of one translation replace the shared ones. */
export function withOwnValues<R extends object>(record: R, row: object, { perLanguage = {} }: PerLanguage): R {
  const own = Object.values(perLanguage).map((property) => [property, Reflect.get(row, property) as unknown] as const);
  return { ...record, ...Object.fromEntries(own.filter(([, value]) => value !== null)) };
}

/**
 * The shared values after a write. A value at the top level of the body that differs from the one shown becomes the
 * shared value, and replaces the value of the request's language, unless the body changes that as well.
 * @param flat the values at the top level of the body, by their names in the API
 * @param changes of the texts and values of languages, to which removals are added
 */
export function sharedValues(
  flat: object,
  { perLanguage = {} }: PerLanguage,
  language: Language,
  current: { readonly translations: readonly Row[] } | undefined,
  changes: TextChanges,
): Record<string, unknown> {
  const translation = current && translationIn(current.translations, language);
  const columns: Record<string, unknown> = {};
  for (const [wire, property] of Object.entries(perLanguage)) {
    const value: unknown = Reflect.get(flat, wire);
    const [shared, own] = [storedIn(current, property), storedIn(translation, property)];
    const isKept = value === undefined || (current !== undefined && value === (own ?? shared));
    columns[property] = isKept ? shared : value;
    const change = changes[language];
    if (isKept || own === null || change === null) continue;
    if ((storedIn(change, property) ?? own) === own) changes[language] = { ...change, [property]: null };
  }
  return columns;
}

function storedIn(row: object | undefined, property: string): unknown {
  return (row && (Reflect.get(row, property) as unknown)) ?? null;
}
