import { otherLanguage } from '../languages/language.js';
import { type Entry, type Named, type WholeSeries } from '../lists/entries.js';
import { type Audience } from '../records/published-record.dto.js';
import { translationIn } from '../records/texts/shown-text.js';
import { type EventDto } from './event.dto.js';
import { isShownParent, presentEvent, presentSingleEvent } from './event.presenter.js';
import { type LinkedEvent } from './links/load.js';
import { isOccurrence } from './times/stored-recurrence.js';

/** An event for other formats than JSON. */
export class EventEntry implements Entry<EventDto> {
  readonly shown: EventDto;

  /**
   * @param isUnlocked where its password was given
   * @param series where it is given as a whole
   */
  constructor(
    private readonly event: LinkedEvent,
    private readonly audience: Audience,
    private readonly isUnlocked = false,
    readonly series?: WholeSeries<EventDto>,
  ) {
    this.shown = presentEvent(event, audience, isUnlocked);
  }

  get revision(): number {
    return this.event.revision;
  }

  get externalId(): string | null {
    return this.event.externalId;
  }

  get partOf(): Named | undefined {
    const { parent } = this.event;
    return isOccurrence(this.event) && parent && isShownParent(parent, this.audience) ? parent : undefined;
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
