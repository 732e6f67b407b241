import { type ApiPropertyOptions } from '@nestjs/swagger';
import { type PerLanguage } from '../i18n/language.js';
import { type ListScope } from '../list/listing.js';
import { type Viewer } from '../content/published-record.dto.js';
import { type Term } from '../content/taxonomy/term.js';
import { resolveText } from '../content/translations/resolve-text.js';
import { Parameter } from '../validation/field.js';
import { type DtoClass } from '../validation/dto-class.js';
import { parseTermList, type IdOrText } from '../validation/lists.js';
import { type CountDimension, type EventLink, type LinkTexts, type ResolvedFilter } from './event-link.js';
import { Terms } from './link-fields.js';

/** The definition of the relation of events to one taxonomy. */
interface TermLink<E extends Term, D extends object> {
  readonly field: string;
  readonly countedBy?: readonly CountDimension[];
  readonly texts: LinkTexts;
  /** The name of a term in the sample. */
  readonly example: string;
  readonly response: DtoClass<D>;
  /** Finds the terms that match references: the terms themselves, and in a tree their descendants. */
  readonly resolve: (refs: readonly IdOrText[], scope: ListScope) => Promise<ResolvedFilter>;
  readonly present: (term: E, viewer: Viewer) => D;
}

/** A relation to terms by ids, slugs or names, sorted by name. The terms store their number of events. */
export function termLink<E extends Term, D extends object>(link: TermLink<E, D>): EventLink {
  const { field, texts, response, example, countedBy } = link;
  const items = { oneOf: [{ type: 'integer' }, { type: 'string' }] };
  const schema = { type: 'array', items, example: [example], description: texts.en.filter };
  return {
    ...{ field, texts, response, countedBy, isOrdered: false, isCounted: true },
    body: Terms(texts.en.body),
    parameter: Parameter(parseTermList, { schema: schema as ApiPropertyOptions }),
    resolveFilter: (value, scope) => link.resolve(value as IdOrText[], scope),
    visibleRecords: (records, viewer) => byName(records as readonly E[], viewer),
    present: (record, viewer) => link.present(record as E, viewer),
    jsonLd: () => ({}),
  };
}

function byName<E extends Term>(terms: readonly E[], { language }: Viewer): E[] {
  const name = ({ translations }: E) => resolveText(translations, language).name;
  const { compare } = COLLATORS[language];
  return [...terms].sort((one, other) => compare(name(one), name(other)) || one.id - other.id);
}

const COLLATORS: PerLanguage<Intl.Collator> = { en: new Intl.Collator('en'), fr: new Intl.Collator('fr') };
