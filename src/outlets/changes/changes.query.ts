import { resources } from '../../calendar/resources.js';
import { FieldError, type FieldErrors } from '../../lib/errors/field-error.js';
import { EVENT } from '../../calendar/events/event.names.js';
import { type ResponseFields } from '../../calendar/records/reading/response-fields.js';
import { type Token } from './change-token.js';
import { FieldsQuery, type QueryScope } from '../../calendar/records/reading/record.query.js';
import { type DtoClass } from '../../http/validation/dto-class.js';
import { Parameter } from '../../http/validation/field.js';
import { parseWordList, boolean, integer, oneOf } from '../../http/validation/parsers.js';

/** The resources whose changes are listed, as their routes call them. */
export const KINDS: readonly string[] = resources.map(({ names }) => names.plural).sort();

/** The class of the responses of a resource. */
export function responseOf(kind: string): DtoClass {
  return resources.find(({ names }) => names.plural === kind)!.response;
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

const flag = { type: 'boolean', default: false } as const;

function parseToken(raw: unknown): string | FieldError {
  return typeof raw === 'string' && /^[\w-]+$/.test(raw) ? raw : new FieldError((messages) => messages.changeToken);
}

/** Query parameters of the list of changes. */
export class ChangesQuery extends FieldsQuery {
  /** The `next` of the page before. Without it, the list begins with everything that you may see. */
  @Parameter(parseToken, { schema: { type: 'string' } })
  since?: string;

  /** Only changes of these resources, separated by commas; by default of all. A token holds for the resources it was given for. */
  @Parameter(parseWordList(KINDS), {
    schema: { type: 'array', items: { type: 'string', enum: [...KINDS] }, example: ['events', 'venues'] },
  })
  kinds?: string[];

  /** Largest number of changes on a page. */
  @Parameter(integer({ min: 1, max: MAX_LIMIT }), {
    schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  })
  limit: number = DEFAULT_LIMIT;

  /** true: with each record that was created or changed, as its list shows it. */
  @Parameter(boolean, { schema: flag })
  records?: boolean;

  /** `all`: includes the texts of both languages under `translations`. */
  @Parameter(oneOf(['all']), { schema: { enum: ['all'] } })
  translations?: 'all';

  /** true: also events that show a venue, an organizer, a category or a tag that was changed. */
  @Parameter(boolean, { schema: flag })
  embedded?: boolean;

  static override check(query: ChangesQuery, { responses }: QueryScope, errors: FieldErrors): void {
    checkFields(query, kindsOf(query), responses, errors);
  }
}

/** Each name in `_fields` must exist in one of the resources at least. */
export function checkFields(
  { _fields: paths }: Pick<ChangesQuery, '_fields'>,
  kinds: readonly string[],
  responses: ResponseFields,
  errors: FieldErrors,
): void {
  if (!Array.isArray(paths)) return;
  const unknown = paths.filter((path) => !kinds.some((kind) => responses.has(responseOf(kind), path)));
  // Events have the most fields, so their fields give the best suggestion.
  const model = kinds.includes(EVENT.plural) ? EVENT.plural : kinds[0]!;
  const error = responses.errorOf(responseOf(model), unknown);
  if (error) errors.add('_fields', error);
}

/** The requested resources, sorted: by default those of the token, or all. */
export function kindsOf({ kinds }: Pick<ChangesQuery, 'kinds'>, token?: Token): string[] {
  const given: unknown = kinds ?? token?.kinds;
  // A query with errors may have something else in place of kinds.
  return [...(Array.isArray(given) ? (given as string[]) : KINDS)].sort();
}
