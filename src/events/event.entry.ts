import { otherLanguage } from '../i18n/language.js';
import { type Entry, type Identified, type WholeSeries } from '../list/entries.js';
import { type Viewer } from '../content/published-record.dto.js';
import { translationIn } from '../content/translations/shown-text.js';
import { type EventDto } from './event.dto.js';
import { type Event } from './event.entity.js';
import { isShownParent, presentEvent, presentSingleEvent } from './event.presenter.js';
import { type LinkedEvent } from './relations/load.js';
import { isOccurrence, storedRecurrence } from './schedule/stored-recurrence.js';

/** Makes the entry of an event for feeds. */
export class EventEntry implements Entry<EventDto> {
  private presented: EventDto | undefined;

  /**
   * @param origin the id of the record with which its series began, if another one represents the series now
   * @param isUnlocked whether the password was given
   * @param form the recurring form, if the entry represents a whole series
   */
  constructor(
    private readonly event: LinkedEvent,
    private readonly viewer: Viewer,
    private readonly origin: number | undefined,
    private readonly isUnlocked = false,
    private readonly form?: Omit<WholeSeries<EventDto>, 'origin'>,
  ) {}

  get series(): WholeSeries<EventDto> | undefined {
    return this.form && { ...this.form, origin: this.seriesNamed(this.event) };
  }

  get shown(): EventDto {
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
    if (event.id === origin && isOccurrence(event)) return event.parent && nameOf(event.parent);
    return origin !== undefined && event.id !== origin && event.recurrence !== null ? null : nameOf(event);
  }

  get partOf(): Identified | undefined {
    const { event, origin } = this;
    if (event.id === origin) return undefined;
    if (!isOccurrence(event)) return origin === undefined ? undefined : this.seriesNamed(event);
    return event.parent && isShownParent(event.parent, this.viewer) ? this.seriesNamed(event.parent) : undefined;
  }

  /** @param series the record that represents it */
  private seriesNamed(series: Pick<Event, 'id' | 'externalId' | 'longExternalId'>): Identified {
    return { id: this.origin ?? series.id, externalId: nameOf(series) };
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
function nameOf({ externalId, longExternalId }: Pick<Event, 'externalId' | 'longExternalId'>): string | null {
  return longExternalId ?? externalId;
}
