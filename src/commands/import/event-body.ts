import { originalOf } from '../../calendar/records/translations/translation-state.js';
import { translationIn } from '../../calendar/records/translations/translation.js';
import { type Event, type EventTranslation } from '../../calendar/events/event.entity.js';
import { EVENTS } from '../../calendar/events/event.resource.js';
import { parseCost, sameCost } from '../../calendar/events/pricing/cost.js';
import { type EventWithRelations } from '../../calendar/events/relations/relations.js';
import { FieldError } from '../../lib/errors/field-error.js';
import { type Language } from '../../lib/i18n/language.js';
import { type Site } from '../../http/urls/site.js';
import { perLanguageValue } from './imported-records.js';
import { type Body, type Details, type Occurrence, TEXTS, withoutUndefined } from './record.js';
import { type WriteContext } from './write.js';

/** The body of an event. `parent` is the series that it belongs to without being one of its occurrences. */
export function eventBody(
  { start, end, timezone, allDay, isConfirmed, details }: Occurrence,
  current: EventWithRelations | undefined,
  parent: EventWithRelations | undefined,
  { status, categories, context }: Pick<WriteContext, 'status' | 'categories' | 'context'>,
  { currency }: Pick<Site, 'currency'>,
): Body {
  const body = withoutUndefined({
    start_date: start,
    end_date: end,
    timezone,
    all_day: allDay,
    ...details,
    event_status: isConfirmed && current?.eventStatus === 'cancelled' ? 'scheduled' : details.event_status,
    categories: categoriesWith(details.categories, current, categories),
    // These are only set when the event is created; afterwards editors decide.
    status: current ? undefined : (status ?? details.status),
    slug: current ? undefined : slugFrom(details),
  });
  const languageBody = current ? inLanguage(body, current, context.language, currency) : body;
  if (!parent || parent.status === 'trash') return languageBody;
  const child = { ...languageBody, post_parent: parent.id };
  // Without the day, the slugs of all these events would differ only by a number.
  return current ? child : { ...child, slug: `${details.title.slice(0, 200)} ${start.slice(0, 10)}` };
}

function slugFrom({ slug }: Details): unknown {
  return typeof slug === 'string' && /[a-z0-9]/i.test(slug) ? slug : undefined;
}

/** If the source has no categories, the event keeps its categories in addition to those of the command. */
function categoriesWith(
  sourceCategories: unknown,
  current: EventWithRelations | undefined,
  added: readonly string[] = [],
) {
  if (added.length === 0) return sourceCategories;
  const kept = (sourceCategories as unknown[] | undefined) ?? current?.related.categories?.map(({ id }) => id) ?? [];
  return [...kept, ...added];
}

/** The texts of an event in one language. Another source sets its dates and relations. */
export function textsBody(
  details: Details,
  current: EventWithRelations,
  { language, currency }: { readonly language: Language; readonly currency: string },
): Body {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, details[field]]));
  const slug = translationIn(current.translations, language) ? undefined : slugFrom(details);
  return inLanguage(withoutUndefined({ ...texts, slug }), current, language, currency);
}

/** A source in another language than the original sets the values of its language only, not the shared ones. */
function inLanguage(body: Body, current: EventWithRelations, language: Language, currency: string): Body {
  const original = originalOf(current.translations);
  if (original === undefined || original === language) return body;
  const row = translationIn(current.translations, language);
  const shared = Object.keys(EVENTS.perLanguage ?? {}).filter((field) => body[field] !== undefined);
  const isShown = (field: string, value: unknown, owner: Event | EventTranslation | undefined) =>
    isSameValue(field, value, perLanguageValue(owner, field), { language, currency });
  const own = shared.map((field) => [field, isShown(field, body[field], current) ? null : body[field]] as const);
  const changed = own.filter(([field, value]) => !isShown(field, value, row));
  const flat = Object.fromEntries(Object.entries(body).filter(([field]) => !shared.includes(field)));
  if (changed.length === 0) return flat;
  // The first value of a language requires a title.
  const texts = { [EVENTS.nameField]: body[EVENTS.nameField], ...Object.fromEntries(changed) };
  const others = body.translations as Record<string, Body> | undefined;
  return { ...flat, translations: { ...others, [language]: { ...others?.[language], ...texts } } };
}

/** Whether a value of a source is the stored one; costs that are displayed alike are the same. */
function isSameValue(
  field: string,
  value: unknown,
  stored: unknown,
  { language, currency }: { readonly language: Language; readonly currency: string },
): boolean {
  if (field !== 'cost' || typeof stored !== 'string') return value === stored;
  const cost = parseCost(value);
  return !(cost instanceof FieldError) && sameCost(stored, cost, language, currency);
}
