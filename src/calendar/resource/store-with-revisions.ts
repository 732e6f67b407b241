import { type EntityManager } from 'typeorm';
import { type RequestContext } from '../../http/request-context.js';
import { type LoadedRecord } from '../records/reading/load-records.js';
import { type RevisionChange } from '../records/revisions/revision.entity.js';
import { type RecordState, type Revised, type RevisionLog } from './revision-log.js';

/** A resource, and where its revisions are stored. */
interface RevisedRecords<E extends LoadedRecord> extends Revised<E> {
  readonly log: RevisionLog;
  load(manager: EntityManager, ids: readonly number[]): Promise<E[]>;
}

interface WriteInfo {
  readonly isNew?: boolean;
  /** Whether a change of a status decides on what was sent for approval, so that its author hears of it. */
  readonly isDecision?: boolean;
  readonly context: Pick<RequestContext, 'caller' | 'origin'>;
  readonly body?: object;
}

/**
 * Runs a write and stores the revisions that it makes: of a new record, or of the given ones. Those that it deletes
 * permanently have none.
 * @returns the record that the write returns
 */
export async function storeWithRevisions<E extends LoadedRecord>(
  manager: EntityManager,
  records: RevisedRecords<E>,
  revised: readonly E[],
  { isNew = false, isDecision = true, context: { caller, origin }, body }: WriteInfo,
  write: () => Promise<E>,
): Promise<E> {
  const { log } = records;
  const decided = isDecision ? log.decisions.statesOf(revised) : [];
  const states: RecordState[] = [];
  for (const record of revised) {
    const state = await log.stateOf(manager, records, record);
    if (state) states.push(state);
  }
  const stored = await write();
  const kind = records.resource.names.plural;
  await log.decisions.store(manager, { kind, before: decided, after: stored, caller, body });
  const change: RevisionChange | undefined = origin === 'import' ? 'imported' : undefined;
  const others = states.map(({ record }) => record.id).filter((id) => id !== stored.id);
  const loaded = others.length > 0 ? await records.load(manager, others) : [];
  const written = new Map([...loaded, stored].map((record) => [record.id, record]));
  const changed = states.flatMap((before) => {
    const after = written.get(before.record.id);
    return after ? { before, after } : [];
  });
  const finished = isNew ? [{ after: stored }, ...changed] : changed;
  await log.store(
    manager,
    records,
    finished.map((one) => ({ ...one, caller, body, change })),
  );
  return stored;
}
