import { otherLanguage } from '../i18n/language.js';
import { type Entry, type Identified, type WholeSeries } from '../list/entries.js';
import { type Audience } from '../content/published-record.dto.js';
import { translationIn } from '../content/translations/shown-text.js';
import { type EventDto } from './event.dto.js';
import { type Event } from './event.entity.js';
import { isShownParent, presentEvent, presentSingleEvent } from './event.presenter.js';
import { type LinkedEvent } from './relations/load.js';
import { isOccurrence } from './schedule/stored-recurrence.js';

/** An event for other formats than JSON. */
export class EventEntry implements Entry<EventDto> {
  private presented: EventDto | undefined;

  /**
   * @param isUnlocked where its password was given
   * @param series where it is given as a whole
   */
  constructor(
    private readonly event: LinkedEvent,
    private readonly audience: Audience,
    private readonly isUnlocked = false,
    readonly series?: WholeSeries<EventDto>,
  ) {}

  get shown(): EventDto {
    this.presented ??= presentEvent(this.event, this.audience, this.isUnlocked);
    return this.presented;
  }

  get revision(): number {
    return this.event.revision;
  }

  get externalId(): string | null {
    return nameOf(this.event);
  }

  get partOf(): Identified | undefined {
    const { parent } = this.event;
    return isOccurrence(this.event) && parent && isShownParent(parent, this.audience)
      ? { id: parent.id, externalId: nameOf(parent) }
      : undefined;
  }

  inOtherLanguage(): EventDto | undefined {
    const { event, audience, isUnlocked } = this;
    const language = otherLanguage(audience.language);
    if (!translationIn(event.translations, language)) return undefined;
    return presentEvent(event, { ...audience, language }, isUnlocked);
  }

  jsonLd(): object {
    return presentSingleEvent(this.event, this.audience, this.isUnlocked).json_ld!;
  }
}

/** What it is called in the calendar that it was imported from. */
function nameOf({ externalId, longExternalId }: Pick<Event, 'externalId' | 'longExternalId'>): string | null {
  return longExternalId ?? externalId;
}
