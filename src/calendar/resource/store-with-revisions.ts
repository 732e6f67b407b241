import { type EntityManager } from 'typeorm';
import { type RequestContext } from '../../http/request-context.js';
import { type LoadedRecord } from '../records/reading/load-records.js';
import { type RevisionChange } from '../records/revisions/revision.entity.js';
import { type RevisedResource, type RevisionLog } from './revision-log.js';

/** What revisions need of a resource. */
interface Revised<E extends LoadedRecord> {
  readonly log: RevisionLog;
  readonly resource: RevisedResource<E>;
  readonly load: (manager: EntityManager, ids: readonly number[]) => Promise<E[]>;
}

interface WriteInfo {
  readonly isNew?: boolean;
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
  { log, resource, load }: Revised<E>,
  revised: readonly E[],
  { isNew = false, context: { caller, origin }, body }: WriteInfo,
  write: () => Promise<E>,
): Promise<E> {
  const states = revised.flatMap((record) => log.stateOf(resource, record) ?? []);
  const stored = await write();
  const change: RevisionChange | undefined = origin === 'import' ? 'imported' : undefined;
  if (isNew) await log.store(manager, resource, { after: stored, caller, body, change });
  for (const before of states) {
    const { id } = before.record;
    const [after] = id === stored.id ? [stored] : await load(manager, [id]);
    if (after) await log.store(manager, resource, { before, after, caller, body, change });
  }
  return stored;
}
