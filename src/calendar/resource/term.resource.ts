import { type PerLanguage } from '../../lib/i18n/language.js';
import { type ListScope } from '../list/listing.js';
import { type TermsQuery } from '../list/terms.query.js';
import { type Viewer } from '../records/record/published-record.dto.js';
import { resolveFormer } from '../records/writing/former-references.js';
import { type ResolvedReferences, resolveTerms } from '../records/writing/resolve-references.js';
import { type Term } from '../records/taxonomy/term.js';
import { type TermBodyDto } from '../records/taxonomy/term.dto.js';
import { resolveText } from '../records/translations/translation.js';
import { Parameter } from '../../http/validation/field.js';
import { parseTermList, type IdOrText } from '../../http/validation/parsers.js';
import { type TermDefinition } from './definition.js';
import { type EventRelation } from './event-relation.js';
import { listSchema, TermRelations } from './relation-fields.js';

/** How events are related to a taxonomy, in addition to its definition. */
interface TermRelation extends Pick<EventRelation, 'field' | 'countedBy' | 'texts'> {
  /** The name of a term in the sample. */
  readonly example: string;
  /** Finds the terms that match references; in a tree, also their descendants. By default the terms alone. */
  readonly resolve?: (refs: readonly IdOrText[], scope: ListScope) => Promise<ResolvedReferences>;
}

/**
 * Completes the definition of a taxonomy: events are related to its terms by ids, slugs or names, and show them by name.
 * The terms store their number of events.
 */
export function taxonomy<E extends Term, B extends TermBodyDto, D extends object, Q extends TermsQuery>({
  relation,
  ...definition
}: Omit<TermDefinition<E, B, D, Q>, 'isPublished' | 'relation'> & { readonly relation: TermRelation }): TermDefinition<
  E,
  B,
  D,
  Q
> {
  const { translation, present } = definition;
  const { field, texts, example, countedBy } = relation;
  const resolveFilter = (refs: readonly IdOrText[], scope: ListScope): Promise<ResolvedReferences> =>
    relation.resolve?.(refs, scope) ?? resolveTerms(scope.manager, translation, refs, scope.context.language);
  const eventRelation: EventRelation = {
    ...{ field, texts, countedBy, isOrdered: false, isCounted: true },
    body: TermRelations(texts.en.body),
    parameter: Parameter(parseTermList, {
      schema: listSchema([{ type: 'integer' }, { type: 'string' }], example, texts.en.filter),
    }),
    resolveFilter: (value, scope) =>
      resolveFormer(scope.manager, definition.names, value as IdOrText[], scope.context.language, {
        resolve: (refs) => resolveFilter(refs, scope),
      }),
    visibleRecords: (records, viewer) => byName(records as readonly E[], viewer),
    present: (record, viewer) => present(record as E, viewer),
    jsonLd: () => ({}),
  };
  return { ...definition, isPublished: false, relation: eventRelation };
}

function byName<E extends Term>(terms: readonly E[], { language }: Viewer): E[] {
  const name = ({ translations }: E) => resolveText(translations, language).name;
  const { compare } = COLLATORS[language];
  return [...terms].sort((one, other) => compare(name(one), name(other)) || one.id - other.id);
}

const COLLATORS: PerLanguage<Intl.Collator> = { en: new Intl.Collator('en'), fr: new Intl.Collator('fr') };
