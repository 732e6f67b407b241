import { Injectable } from '@nestjs/common';
import { ImportedRecord } from '../content/imported-record.entity.js';
import { translationIn } from '../content/translations/translation.js';
import { originalOf } from '../content/translations/translation-state.js';
import { isDuplicate, OptimisticLockError } from '../database/database-errors.js';
import { tableOf } from '../database/sql/table.js';
import { FieldErrors } from '../errors/field-error.js';
import { CreateEventDto, UpdateEventDto } from '../events/event.dto.js';
import { EVENTS } from '../events/event.resource.js';
import { type LinkedEvent } from '../events/relations/relations.js';
import { SeriesWriter } from '../events/series/series.writer.js';
import { type ExternalId } from '../events/write/event.writer.js';
import { Extensions } from '../extension-api/extensions.js';
import { type Language } from '../i18n/language.js';
import { type Recurrence } from '../recurrence/recurrence.js';
import { type DtoClass } from '../validation/dto-class.js';
import { type IdOrText } from '../validation/parsers.js';
import { RequestValidationPipe } from '../validation/request-validation.pipe.js';
import { CreateVenueDto } from '../venues/venue.dto.js';
import {
  addFormerSlug,
  type Digests,
  digestsAfter,
  locallyChangedFields,
  perLanguageValue,
  saveImportedRecord,
  withoutLocalChanges,
} from './imported-records.js';
import { LinkedWriter } from './linked-writer.js';
import { type Body, type Details, type Occurrence, withoutUndefined } from './record.js';
import { type Outcome, type WriteContext } from './write.js';

/** The unique index of events by their id in their source. */
const EXTERNAL_ID = { index: 'UQ_events_external', table: 'events', columns: ['externalId'] };

/** Identifies an event in its source, so that the digests of its last import can be found. */
interface SourceReference {
  readonly name: string;
  /** Stored in the event, to match it in the next import; undefined if the event keeps another ID or none. */
  readonly externalId?: ExternalId;
  /** The series, if the event is one of its occurrences. */
  readonly series?: LinkedEvent;
}

interface PlannedEvent extends SourceReference {
  readonly occurrence: Occurrence;
  /** The series that the event belongs to without being one of its occurrences. */
  readonly parent?: LinkedEvent | undefined;
  /** Null ends the series; undefined keeps it. */
  readonly recurrence?: Recurrence | null | undefined;
}

interface StoredEvent {
  readonly event: LinkedEvent;
  readonly outcome: Outcome;
}

/** Writes events as the API writes them: with the same validation, cleaning and rights. */
@Injectable()
export class EventStore {
  constructor(
    private readonly events: SeriesWriter,
    private readonly linked: LinkedWriter,
    private readonly extensions: Extensions,
  ) {}

  async write(write: WriteContext, current: LinkedEvent | undefined, planned: PlannedEvent): Promise<StoredEvent> {
    const { occurrence, parent, recurrence, externalId } = planned;
    const said = eventBody(this.withoutUnsupportedFields(occurrence), current, parent, write);
    const stored = await this.writeBody(write, current, withoutUndefined({ ...said, recurrence }), planned);
    if (externalId && !current) await addFormerSlug(write, 'event', stored.event, occurrence.details.slug);
    return stored;
  }

  async writeBody(
    write: WriteContext,
    current: LinkedEvent | undefined,
    sourceBody: Body,
    reference?: SourceReference,
  ): Promise<StoredEvent> {
    const { manager, context, source, keepLocal } = write;
    const revision = current?.revision;
    const kind = reference?.series ? 'dates' : 'events';
    const where = { kind, recordId: current?.id };
    const rows = reference && current ? await tableOf(manager, ImportedRecord).select(manager, where) : [];
    const before = JSON.parse(rows.find(({ stored }) => stored)?.stored ?? '{}') as Digests;
    const changed = current && keepLocal ? locallyChangedFields(current, before, reference?.series) : new Set<string>();
    const { body: raw, kept } = withoutLocalChanges(sourceBody, changed, context.language);
    const body = await this.validated(write, current ? UpdateEventDto : CreateEventDto, raw);
    const externalId = reference?.externalId;
    const input = { body, passwordHash: undefined, errors: new FieldErrors(), context, externalId };
    const event = await this.events.store(manager, current, input).catch(retryIfDuplicate);
    const isChanged = event.revision !== revision;
    const stored: StoredEvent = { event, outcome: !current ? 'created' : isChanged ? 'updated' : 'unchanged' };
    if (!reference) return stored;
    for (const field of kept) write.kept.add(`${event.id} ${field}`);
    const now = digestsAfter(event, before, sourceBody, changed, context.language);
    const row = { source, kind, externalId: reference.name, recordId: event.id, stored: JSON.stringify(now) };
    await saveImportedRecord(manager, row, rows, () => row.stored);
    return stored;
  }

  private async validated(write: WriteContext, Dto: DtoClass<UpdateEventDto>, raw: Body): Promise<UpdateEventDto> {
    const body = await new RequestValidationPipe(this.extensions).validate(Dto, raw);
    for (const kind of ['categories', 'tags'] as const) {
      const refs = Reflect.get(body, kind) as IdOrText[] | undefined;
      if (refs) Reflect.set(body, kind, await this.linked.termsByName(write, kind, refs));
    }
    return body;
  }

  /** Coordinates of venues are stored only if their extension is on. */
  private withoutUnsupportedFields(occurrence: Occurrence): Occurrence {
    const { details } = occurrence;
    if (!Array.isArray(details.venue) || this.extensions.fieldsOf(CreateVenueDto).includes('geo_lat'))
      return occurrence;
    const venue = (details.venue as Body[]).map(({ geo_lat: _latitude, geo_lng: _longitude, ...others }) => others);
    return { ...occurrence, details: { ...details, venue } };
  }
}

/** If a concurrent import has stored the same event, the transaction is retried and finds it. */
function retryIfDuplicate(error: unknown): never {
  throw isDuplicate(error, EXTERNAL_ID) ? new OptimisticLockError() : error;
}

/** The body of an event. `parent` is the series that it belongs to without being one of its occurrences. */
export function eventBody(
  { start, end, timezone, allDay, isConfirmed, details }: Occurrence,
  current: LinkedEvent | undefined,
  parent: LinkedEvent | undefined,
  { status, categories, context }: Pick<WriteContext, 'status' | 'categories' | 'context'>,
): Body {
  const body = withoutUndefined({
    ...{ start_date: start, end_date: end, timezone, all_day: allDay, ...details },
    event_status: isConfirmed && current?.eventStatus === 'cancelled' ? 'scheduled' : details.event_status,
    categories: categoriesWith(details.categories, current, categories),
    // These are only set when the event is created; afterwards editors decide.
    status: current ? undefined : (status ?? details.status),
    slug: current ? undefined : slugFrom(details),
  });
  const languageBody = current ? inLanguage(body, current, context.language) : body;
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
  current: LinkedEvent | undefined,
  added: readonly string[] = [],
): unknown {
  if (added.length === 0) return sourceCategories;
  const kept = (sourceCategories as unknown[] | undefined) ?? current?.linked.categories?.map(({ id }) => id) ?? [];
  return [...kept, ...added];
}

const TEXTS = ['title', 'description', 'excerpt', 'website', 'image', 'event_status_reason', 'online_url'];

/** The texts of an event in one language. Another source sets its dates and relations. */
export function textsBody(details: Details, current: LinkedEvent, language: Language): Body {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, details[field]]));
  const slug = translationIn(current.translations, language) ? undefined : slugFrom(details);
  return inLanguage(withoutUndefined({ ...texts, slug }), current, language);
}

/** A source in another language than the original sets the values of its language only, not the shared ones. */
function inLanguage(body: Body, current: LinkedEvent, language: Language): Body {
  const original = originalOf(current.translations);
  if (original === undefined || original === language) return body;
  const row = translationIn(current.translations, language);
  const shared = Object.keys(EVENTS.perLanguage ?? {}).filter((field) => body[field] !== undefined);
  const own = shared.map(
    (field) => [field, body[field] === perLanguageValue(current, field) ? null : body[field]] as const,
  );
  const changed = own.filter(([field, value]) => value !== perLanguageValue(row, field));
  const flat = Object.fromEntries(Object.entries(body).filter(([field]) => !shared.includes(field)));
  if (changed.length === 0) return flat;
  // The first value of a language requires a title.
  const texts = { [EVENTS.nameField]: body[EVENTS.nameField], ...Object.fromEntries(changed) };
  const others = body.translations as Record<string, Body> | undefined;
  return { ...flat, translations: { ...others, [language]: { ...others?.[language], ...texts } } };
}
