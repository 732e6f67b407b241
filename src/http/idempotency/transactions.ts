import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database, type Work } from '../../database/database.js';
import { OptimisticLockError, throwConflictIfDuplicate } from '../../database/database-errors.js';
import { run } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { IdempotencyConflict, IdempotencyMismatch, Unavailable } from '../../lib/errors/api-error.js';
import { type RequestContext } from '../request-context.js';
import { assertValidKey } from './idempotency-key.js';
import { HOUR } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { IdempotentRequest } from './idempotent-request.entity.js';

/** Milliseconds for which a response is stored for repeated requests. */
const RETENTION = 24 * HOUR;

/**
 * Runs the transactions of requests. A POST with an Idempotency-Key is executed at most once
 * (draft-ietf-httpapi-idempotency-key-header): one transaction claims the key, a second one does the write and stores
 * the response, so that a crash leaves both or neither. A repeated request gets the stored response.
 */
@Injectable()
export class Transactions {
  /** Milliseconds, longer than any request: a key that is claimed for longer belongs to an instance that has died. */
  private readonly maxDuration: number;
  private lastCleanup = 0;

  constructor(private readonly database: Database) {
    // One timeout for claiming the key, one for the write, and a tolerance for clock differences. If a write takes
    // longer nevertheless, `storeResponse` commits only the latest attempt.
    this.maxDuration = 2 * database.timeout + 2000;
  }

  /**
   * Runs `work` in a transaction. With a key that was used before, returns the stored response instead.
   * @throws {InvalidParameters} if the key is invalid
   * @throws {IdempotencyConflict} while the first request runs
   * @throws {IdempotencyMismatch} if the key was used for another request
   */
  write<T extends object>(context: RequestContext, work: Work<T>): Promise<T> {
    return this.writeAfter(context, () => Promise.resolve(work), 0);
  }

  /**
   * Like `write`, after something outside of the database that must not be done twice either, such as a message to
   * another server.
   * @param prepare does it, and returns the work of the transaction
   * @param longestPreparation milliseconds that it takes at most
   */
  async writeAfter<T extends object>(
    context: RequestContext,
    prepare: () => Promise<Work<T>>,
    longestPreparation: number,
  ): Promise<T> {
    const { idempotency } = context;
    if (idempotency === undefined) return this.database.write(await prepare());
    assertValidKey(idempotency);
    const request = {
      accountId: context.caller!.id,
      keyHash: sha256(idempotency.key),
      // The hash includes the key, since a password could be guessed from a hash of the body alone.
      fingerprint: sha256(`${idempotency.key}\n${idempotency.request}`),
      attempt: randomUUID(),
    };
    const start = performance.now();
    await this.deleteExpired();
    const maxDuration = this.maxDuration + longestPreparation;
    const storedResponse = await this.database.write((manager) => claimKey(manager, request, maxDuration));
    if (storedResponse !== undefined) return replay<T>(storedResponse, context);
    try {
      const work = await prepare();
      const { timeout } = this.database;
      // The client waits for two transactions. The second gets the remaining time, but at least a minimum.
      const remaining = Math.max(timeout - (performance.now() - start), timeout / 4);
      const workAndStore: Work<T> = async (manager) => storeResponse(manager, request, await work(manager), context);
      return await this.database.write(workAndStore, remaining);
    } catch (error) {
      const release = this.releaseKey(request);
      // Without a response from the database, waiting here would double the time of the client.
      if (!(error instanceof Unavailable)) await release;
      throw error;
    }
  }

  /** Releases the key of a failed request: its transaction was rolled back, so the client may repeat it. */
  private async releaseKey({ accountId, keyHash, attempt }: ClaimedKey): Promise<void> {
    await this.database
      .write((manager) =>
        tableOf(manager, IdempotentRequest).remove(manager, { accountId, keyHash, attempt, answer: null }),
      )
      // The client gets the original error. The key can be claimed again after `maxDuration`.
      .catch(() => undefined);
  }

  /** Deletes old responses, once an hour. */
  private async deleteExpired(): Promise<void> {
    const now = Date.now();
    if (now - this.lastCleanup < HOUR) return;
    this.lastCleanup = now;
    const old = new Date(now - RETENTION);
    await this.database.write((manager) => run(manager, 'DELETE FROM idempotent_requests WHERE startedAt < ?', [old]));
  }
}

type ClaimedKey = Pick<IdempotentRequest, 'accountId' | 'keyHash' | 'fingerprint' | 'attempt'>;

/**
 * Claims a key for a request.
 * @param maxDuration milliseconds after which a request without a response counts as failed
 * @returns the response of the first request if it is complete; undefined if this is the first request
 */
async function claimKey(manager: EntityManager, request: ClaimedKey, longest: number): Promise<string | undefined> {
  const { accountId, keyHash, fingerprint } = request;
  const startedAt = truncateToSeconds(new Date());
  const requests = tableOf(manager, IdempotentRequest);
  const [existing] = await requests.select(manager, { accountId, keyHash });
  if (!existing) {
    await requests.insert(manager, [{ ...request, startedAt, answer: null }]).catch(throwConflictIfDuplicate);
    return undefined;
  }
  const age = Date.now() - existing.startedAt.getTime();
  if (age < RETENTION && existing.fingerprint !== fingerprint) throw new IdempotencyMismatch();
  if (age < RETENTION && existing.answer !== null) return existing.answer;
  if (age < longest) throw new IdempotencyConflict();
  const affected = await requests.update(
    manager,
    { accountId, keyHash, attempt: existing.attempt },
    { ...request, startedAt, answer: null },
  );
  if (affected !== 1) throw new OptimisticLockError();
  return undefined;
}

async function storeResponse<T extends object>(
  manager: EntityManager,
  { accountId, keyHash, attempt }: ClaimedKey,
  result: T,
  { response }: RequestContext,
): Promise<T> {
  const { headers, revision } = response;
  const stored: StoredResponse<T> = { answer: result, headers: [...headers], revision };
  const where = { accountId, keyHash, attempt };
  const requests = tableOf(manager, IdempotentRequest);
  const affected = await requests.update(manager, where, { answer: JSON.stringify(stored) });
  // Another attempt has claimed the key meanwhile. The conflict rolls this one back.
  if (affected !== 1) throw new IdempotencyConflict();
  return result;
}

interface StoredResponse<T> {
  readonly answer: T;
  readonly headers: [string, string][];
  readonly revision: number | undefined;
}

function replay<T extends object>(json: string, context: RequestContext): T {
  const { answer: response, headers, revision } = JSON.parse(json) as StoredResponse<T>;
  for (const [name, value] of headers) context.response.headers.set(name, value);
  context.response.headers.set('Idempotent-Replayed', 'true');
  context.response.revision = revision;
  return response;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
