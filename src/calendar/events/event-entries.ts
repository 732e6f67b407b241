import { type EntityManager } from 'typeorm';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { tableOf } from '../../database/sql/table.js';
import {
  type EntryPage,
  type Entry,
  type FeedReadOptions,
  type UidParts,
  type RecurringSeries,
} from '../list/entries.js';
import { lastModified } from '../list/find-page.js';
import { access, isReadable, type Status } from '../records/visibility/access.js';
import { type RequestContext } from '../../http/request-context.js';
import { type RelatedRecordCache } from '../resource/related-record-cache.js';
import { type Database } from '../../database/database.js';
import { type EventDto } from './event.dto.js';
import { translationIn } from '../records/translations/translation.js';
import { otherLanguage } from '../../lib/i18n/language.js';
import { type EventViewer, isVisibleParent, presentEvent, presentSingleEvent } from './event.presenter.js';
import { Event } from './event.entity.js';
import { type EventWithRelations, loadEvents } from './relations/relations.js';
import { recurringForms, visibleOccurrences } from './series/recurring-form.js';
import { isOccurrence, storedRecurrence } from './schedule/stored-recurrence.js';
import { zoneYears } from './schedule/zone-years.js';

export interface EntryScope {
  readonly database: Database;
  readonly relatedRecords: RelatedRecordCache;
  readonly context: RequestContext;
  readonly viewer: EventViewer;
  readonly options: FeedReadOptions;
  /** The statuses of occurrences that are part of a recurring entry; undefined if each event has its own entry. */
  readonly statuses: readonly Status[] | undefined;
}

/** The functions with which a feed reads the events of a page: in parts, since a page may be long. */
export function eventPageReaders(
  ids: readonly number[],
  scope: EntryScope,
): Pick<EntryPage<EventDto>, 'read' | 'zoneYears' | 'lastModified'> {
  const { context, database, relatedRecords, statuses } = scope;
  const years = async (manager: EntityManager) => {
    const listed = SelectBuilder.of(manager, Event, 'event').andWhere(`event.id IN (${ids.join()})`);
    if (!statuses) return zoneYears(listed);
    const occurrences = visibleOccurrences(manager, ids, statuses, context.caller);
    return [...(await zoneYears(listed)), ...(await zoneYears(occurrences))];
  };
  return {
    read: (some) =>
      database.read(async (manager) => {
        const events = await loadEvents(manager, some, relatedRecords);
        // The ids were read by an earlier statement: some events may have been hidden since then.
        const listed = events.filter((event) => isReadable(event, context.caller));
        return entriesOf(manager, listed, scope);
      }),
    zoneYears: () => (ids.length === 0 ? Promise.resolve([]) : database.read(years)),
    lastModified: () => database.read((manager) => lastModified(manager, Event, ids)),
  };
}

/**
 * Builds one entry for each event; for a series, one recurring entry or one entry for each date.
 * @param unlockedHash the password hash that the given password matches
 */
export async function entriesOf(
  manager: EntityManager,
  events: readonly EventWithRelations[],
  { context: { caller }, relatedRecords, viewer, options, statuses }: EntryScope,
  unlockedHash: string | null = null,
): Promise<EventEntry[]> {
  // An occurrence with the same password as its series is unlocked with it.
  const isUnlocked = ({ passwordHash }: EventWithRelations) => unlockedHash !== null && passwordHash === unlockedHash;
  const series = events.filter((event) => access(event, caller) === 'full' || isUnlocked(event));
  const { hasSeparateDates = false } = options;
  const forms =
    statuses && (await recurringForms(manager, series, { statuses, caller, hasSeparateDates }, relatedRecords));
  const origins = await originsOf(manager, events);
  const entry = (event: EventWithRelations, form?: EventEntry['form']) =>
    new EventEntry(event, viewer, origins.get(event.seriesId), isUnlocked(event), form);
  return events.flatMap((event) => {
    const form = forms?.get(event.id);
    if (!form) return entry(event);
    // A series without a rule may be one entry for each date; the first one is the series itself.
    const dates = form.overrides.map((one) => one.event).filter(({ id }) => id !== event.id);
    if (hasSeparateDates && form.rule.recurrence.rrule === null) return [event, ...dates].map((one) => entry(one));
    const { base, rule, exdates, overrides } = form;
    const changed = overrides.map((one) => ({ start: one.start, entry: entry(one.event) }));
    return entry(base, { rule, exdates, overrides: changed });
  });
}

/** Maps representatives of series to the records with which the series began, whose UID the series keeps. */
async function originsOf(
  manager: EntityManager,
  events: readonly EventWithRelations[],
): Promise<Map<number | null, number>> {
  const ids = [...new Set(events.flatMap(({ seriesId }) => seriesId ?? []))];
  if (ids.length === 0) return new Map();
  const series = await tableOf(manager, Event).select(manager, { id: ids }, { columns: ['id', 'recurrence'] });
  return new Map(
    series.flatMap((one) => {
      const { stand } = storedRecurrence(one) ?? {};
      return stand ? [[one.id, stand.origin] as const] : [];
    }),
  );
}

/** An event as an entry of a feed. */
class EventEntry implements Entry<EventDto> {
  private presented: EventDto | undefined;

  /**
   * @param origin the id of the record with which its series began, if another one represents the series now
   * @param isUnlocked whether the password was given
   * @param form the recurring form, if the entry represents a whole series
   */
  constructor(
    private readonly event: EventWithRelations,
    private readonly viewer: EventViewer,
    private readonly origin: number | undefined,
    private readonly isUnlocked: boolean,
    readonly form?: Omit<RecurringSeries<EventDto>, 'origin'>,
  ) {}

  get series(): RecurringSeries<EventDto> | undefined {
    return this.form && { ...this.form, origin: this.seriesUid(this.event) };
  }

  get response(): EventDto {
    this.presented ??= presentEvent(this.event, this.viewer, this.isUnlocked);
    return this.presented;
  }

  /** The number of changes of a series, which continues when another record represents the series. */
  get revision(): number {
    const before = this.form ? (storedRecurrence(this.event)?.stand?.revisions ?? 0) : 0;
    return before + this.event.revision;
  }

  /** The UID of a series is that of the record with which it began. */
  get externalId(): string | null {
    const { event, origin } = this;
    if (event.id === origin && isOccurrence(event)) return event.parent && externalIdOf(event.parent);
    return origin !== undefined && event.id !== origin && event.recurrence !== null ? null : externalIdOf(event);
  }

  get parentSeries(): UidParts | undefined {
    const { event, origin } = this;
    if (event.id === origin) return undefined;
    if (!isOccurrence(event)) return origin === undefined ? undefined : this.seriesUid(event);
    return event.parent && isVisibleParent(event.parent, this.viewer) ? this.seriesUid(event.parent) : undefined;
  }

  /** @param series the record that represents it */
  private seriesUid(series: Pick<Event, 'id' | 'externalId' | 'longExternalId'>): UidParts {
    return { id: this.origin ?? series.id, externalId: externalIdOf(series) };
  }

  inOtherLanguage(): EventDto | undefined {
    const { event, viewer, isUnlocked } = this;
    const language = otherLanguage(viewer.language);
    if (!translationIn(event.translations, language)) return undefined;
    return presentEvent(event, { ...viewer, language }, isUnlocked);
  }

  jsonLd(): object {
    return presentSingleEvent(this.event, this.viewer, this.isUnlocked).json_ld!;
  }
}

/** The id of the event in its source, if it was imported. */
function externalIdOf({ externalId, longExternalId }: Pick<Event, 'externalId' | 'longExternalId'>): string | null {
  return longExternalId ?? externalId;
}
