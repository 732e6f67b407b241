import { type EntityManager } from 'typeorm';
import { type WritableStatus } from '../../calendar/records/visibility/access.js';
import { type EventWithRelations } from '../../calendar/events/relations/relations.js';
import { type RequestContext } from '../../http/request-context.js';
import { type Language } from '../../lib/i18n/language.js';
import { type Pairs } from './pairs.js';
import { type RelatedKind } from './record.js';

/** `skipped`: excluded and never imported, in the trash already, or exported by this calendar. */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'trashed' | 'skipped';

export interface ImportOptions {
  readonly status?: WritableStatus | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly language: Language;
  readonly author: string;
  readonly source: string;
  /** Whether fields that were changed in the calendar since the last import stay. */
  readonly keepLocal?: boolean;
  /** Set with `--pair`: the source has translations of events that are already in the calendar. */
  readonly pairs?: Pairs | undefined;
}

export interface StoreResult {
  readonly outcomes: readonly Outcome[];
  readonly related: readonly { readonly id: number; readonly outcome: Outcome; readonly kind: RelatedKind }[];
  readonly kept: number;
}

/** The transaction of a record. */
export interface WriteContext extends Pick<ImportOptions, 'status' | 'categories' | 'keepLocal' | 'pairs'> {
  readonly manager: EntityManager;
  /** Loads events by their ids. */
  readonly load: (ids: readonly number[]) => Promise<EventWithRelations[]>;
  readonly context: RequestContext;
  readonly source: string;
  /** The existing events of the record by external ID. */
  readonly known: ReadonlyMap<string, EventWithRelations>;
  readonly related: StoreResult['related'][number][];
  /** Fields that were changed in the calendar and stay, with the ids of their events. */
  readonly kept: Set<string>;
}
