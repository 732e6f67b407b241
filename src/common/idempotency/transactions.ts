import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, LessThan } from 'typeorm';
import { Database, type Work } from '../../database/database.js';
import { isDuplicate, Overtaken } from '../../database/database-errors.js';
import { IdempotencyConflict, IdempotencyMismatch } from '../errors/api-error.js';
import { type RequestContext } from '../http/calendar-request.js';
import { seconds } from '../records/publication.js';
import { IdempotentRequest } from './idempotent-request.entity.js';

const HOUR = 3_600_000;

/** How long an answer is kept for repetitions. */
const KEPT = 24 * HOUR;

/** Longer than any request may take: what runs since then has died with its instance. */
const LONGEST = 30_000;

/**
 * How services reach the database on behalf of a request. A POST with an Idempotency-Key may be repeated without being
 * done twice (draft-ietf-httpapi-idempotency-key-header): its answer is stored in the transaction it belongs to, so that
 * a crash leaves both or neither.
 */
@Injectable()
export class Transactions {
  private sweptAt = 0;

  constructor(private readonly database: Database) {}

  read<T>(work: Work<T>): Promise<T> {
    return this.database.read(work);
  }

  /**
   * Runs `work` in a transaction; with a key that was used before, answers what was answered then.
   * @throws {IdempotencyConflict} while the first request runs
   * @throws {IdempotencyMismatch} where the key was used for another request
   */
  async write<T extends object>(context: RequestContext, work: Work<T>): Promise<T> {
    const { idempotency } = context;
    if (idempotency === undefined) return this.database.write(work);
    const request = {
      accountId: context.caller!.id,
      keyHash: sha256(idempotency.key),
      // With the key, of which only the hash is kept: from a hash of the body alone its password could be guessed.
      fingerprint: sha256(`${idempotency.key}\n${idempotency.request}`),
      attempt: randomUUID(),
    };
    await this.sweep();
    const before = await this.database.write((manager) => begin(manager, request));
    if (before !== undefined) return replay<T>(before, context);
    try {
      return await this.database.write(async (manager) => finish(manager, request, await work(manager), context));
    } catch (error) {
      await this.forget(request);
      throw error;
    }
  }

  /** A request that failed has done nothing and may be sent again with the same key. */
  private async forget({ accountId, keyHash, attempt }: Begun): Promise<void> {
    await this.database
      .write((manager) => manager.delete(IdempotentRequest, { accountId, keyHash, attempt, answer: IsNull() }))
      // The failure itself is what the client must hear of; the key comes free by its age.
      .catch(() => undefined);
  }

  /** Forgets old answers, once an hour. */
  private async sweep(): Promise<void> {
    const now = Date.now();
    if (now - this.sweptAt < HOUR) return;
    this.sweptAt = now;
    const old = { startedAt: LessThan(new Date(now - KEPT)) };
    await this.database.write((manager) => manager.delete(IdempotentRequest, old));
  }
}

type Begun = Pick<IdempotentRequest, 'accountId' | 'keyHash' | 'fingerprint' | 'attempt'>;

/** @returns the answer of the first request where it is done; undefined where this is the first one */
async function begin(manager: EntityManager, request: Begun): Promise<string | undefined> {
  const { accountId, keyHash, fingerprint } = request;
  const startedAt = seconds(new Date());
  const known = await manager.findOneBy(IdempotentRequest, { accountId, keyHash });
  if (!known) {
    await insert(manager, { ...request, startedAt, answer: null });
    return undefined;
  }
  const age = Date.now() - known.startedAt.getTime();
  if (age < KEPT && known.fingerprint !== fingerprint) throw new IdempotencyMismatch();
  if (age < KEPT && known.answer !== null) return known.answer;
  if (age < LONGEST) throw new IdempotencyConflict();
  const { affected } = await manager.update(
    IdempotentRequest,
    { accountId, keyHash, attempt: known.attempt },
    { ...request, startedAt, answer: null },
  );
  if (affected !== 1) throw new Overtaken();
  return undefined;
}

async function insert(manager: EntityManager, request: IdempotentRequest): Promise<void> {
  try {
    await manager.insert(IdempotentRequest, request);
  } catch (error) {
    throw isDuplicate(error) ? new Overtaken() : error;
  }
}

async function finish<T extends object>(
  manager: EntityManager,
  { accountId, keyHash, attempt }: Begun,
  answer: T,
  { headers, revision }: RequestContext,
): Promise<T> {
  const stored: Stored<T> = { answer, headers: [...headers], revision };
  const where = { accountId, keyHash, attempt };
  const { affected } = await manager.update(IdempotentRequest, where, { answer: JSON.stringify(stored) });
  // Another attempt took over: it decides what is stored.
  if (affected !== 1) throw new IdempotencyConflict();
  return answer;
}

interface Stored<T> {
  readonly answer: T;
  readonly headers: [string, string][];
  readonly revision: number | undefined;
}

function replay<T extends object>(json: string, context: RequestContext): T {
  const { answer, headers, revision } = JSON.parse(json) as Stored<T>;
  for (const [name, value] of headers) context.headers.set(name, value);
  context.headers.set('Idempotent-Replayed', 'true');
  context.revision = revision;
  return answer;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
