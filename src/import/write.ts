import { type EntityManager } from 'typeorm';
import { type LinkedEvent } from '../events/relations/load.js';
import { type ExternalId } from '../events/write/event.writer.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { type Language } from '../i18n/language.js';
import { type Recurrence } from '../recurrence/recurrence.js';
import { type EventOptions } from './event-body.js';
import { type Pairs } from './pairing.js';
import { type LinkedName, type Occurrence } from './record.js';

/** The outcome of an event. `skipped`: excluded and never imported, in the trash already, or exported by this calendar. */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'trashed' | 'skipped';

export interface ImportOptions extends Pick<EventOptions, 'status' | 'categories'> {
  /** Language of texts that do not declare one. */
  readonly language: Language;
  /** Name of the account that will own the events. */
  readonly author: string;
  readonly dryRun: boolean;
  /** The source of the records: an address or the name of a file. */
  readonly source: string;
  /** Whether fields that were changed in the calendar since the last import stay. */
  readonly keepLocal?: boolean;
  /** Pairs with events in the other language, if the source has their translations. */
  readonly pairs?: Pairs | undefined;
}

/** The outcome of a venue, an organizer or a term. */
export interface LinkedOutcome {
  readonly id: number;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

/** The outcome of a record. */
export interface Stored {
  readonly outcomes: readonly Outcome[];
  /** Venues, organizers and terms of the record, by resource. */
  readonly linked: readonly (LinkedOutcome & { readonly kind: LinkedName })[];
  /** The number of fields that were kept because they were changed in the calendar. */
  readonly kept: number;
}

/** A transaction that stores a record. */
export interface Write {
  readonly manager: EntityManager;
  readonly context: RequestContext;
  readonly options: EventOptions;
  /** The key of the source in the table of imports. */
  readonly source: string;
  readonly keepLocal: boolean;
  /** The existing events of the record by external id. */
  readonly known: ReadonlyMap<string, LinkedEvent>;
  readonly linked: Stored['linked'][number][];
  /** Fields that were changed in the calendar and stay, with the ids of their events. */
  readonly kept: Set<string>;
}

/** The intended state of an event. */
export interface Wanted {
  readonly occurrence: Occurrence;
  /** The series beside which it stands. */
  readonly parent?: LinkedEvent | undefined;
  /** Null ends the series; undefined keeps it. */
  readonly recurrence?: Recurrence | null;
  /** External id; undefined keeps it. */
  readonly externalId?: ExternalId;
  /** The series of which it is a date without an external id, and what its source calls the date. */
  readonly date?: { readonly series: LinkedEvent; readonly name: string };
}

/** What a source calls an event: it is compared by that with what the last import left. */
export interface Called {
  readonly name: string;
  /** Stored with the event, which is found again by it; undefined where it has another one, or none. */
  readonly externalId?: ExternalId | undefined;
  /** The series, if it is one of its dates. */
  readonly series?: LinkedEvent | undefined;
}
