import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database, type Work } from '../../database/database.js';
import { isDuplicate, Overtaken } from '../../database/database-errors.js';
import { run } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { IdempotencyConflict, IdempotencyMismatch, Unavailable } from '../../errors/api-error.js';
import { type RequestContext } from '../context/calendar-request.js';
import { assertUsable } from '../context/idempotency-key.js';
import { seconds } from '../../datetime/moment.js';
import { IdempotentRequest } from './idempotent-request.entity.js';

const HOUR = 3_600_000;

/** How long a response is kept for repeated requests. */
const KEPT = 24 * HOUR;

/**
 * Runs the transactions of requests. A POST with an Idempotency-Key may be repeated without being done twice
 * (draft-ietf-httpapi-idempotency-key-header): its response is stored in the transaction of the write, so that a crash
 * leaves both or neither.
 */
@Injectable()
export class Transactions {
  /**
   * Milliseconds, longer than any request may take. A request that is still running after this time has died with its
   * instance.
   */
  private readonly longest: number;
  private sweptAt = 0;

  constructor(private readonly database: Database) {
    // The sum of the times for storing the key and for the write, and a tolerance for different clocks. If a write
    // takes longer nevertheless, only the last attempt is committed.
    this.longest = 2 * database.timeout + 2000;
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
    assertUsable(idempotency);
    const request = {
      accountId: context.caller!.id,
      keyHash: sha256(idempotency.key),
      // The hash includes the key, which is only stored as a hash. A password could be guessed from a hash of the body
      // alone.
      fingerprint: sha256(`${idempotency.key}\n${idempotency.request}`),
      attempt: randomUUID(),
    };
    const start = performance.now();
    await this.sweep();
    const longest = this.longest + longestPreparation;
    const before = await this.database.write((manager) => begin(manager, request, longest));
    if (before !== undefined) return replay<T>(before, context);
    try {
      const work = await prepare();
      const { timeout } = this.database;
      // The client waits for two transactions. The second gets the remaining time, but at least a minimum.
      const left = Math.max(timeout - (performance.now() - start), timeout / 4);
      const whole: Work<T> = async (manager) => finish(manager, request, await work(manager), context);
      return await this.database.write(whole, left);
    } catch (error) {
      const forgotten = this.forget(request);
      // Without a response from the database, waiting here would double the time of the client.
      if (!(error instanceof Unavailable)) await forgotten;
      throw error;
    }
  }

  /** A failed request has changed nothing and may be sent again with the same key. */
  private async forget({ accountId, keyHash, attempt }: Begun): Promise<void> {
    await this.database
      .write((manager) =>
        tableOf(manager, IdempotentRequest).remove(manager, { accountId, keyHash, attempt, answer: null }),
      )
      // The client gets the original error; the key is released when it expires.
      .catch(() => undefined);
  }

  /** Deletes old responses, once an hour. */
  private async sweep(): Promise<void> {
    const now = Date.now();
    if (now - this.sweptAt < HOUR) return;
    this.sweptAt = now;
    const old = new Date(now - KEPT);
    await this.database.write((manager) => run(manager, 'DELETE FROM idempotent_requests WHERE startedAt < ?', [old]));
  }
}

type Begun = Pick<IdempotentRequest, 'accountId' | 'keyHash' | 'fingerprint' | 'attempt'>;

/**
 * @param longest milliseconds after which a request without a response counts as failed
 * @returns the response of the first request if it is complete; undefined if this is the first request
 */
async function begin(manager: EntityManager, request: Begun, longest: number): Promise<string | undefined> {
  const { accountId, keyHash, fingerprint } = request;
  const startedAt = seconds(new Date());
  const requests = tableOf(manager, IdempotentRequest);
  const [known] = await requests.select(manager, { accountId, keyHash });
  if (!known) {
    await insert(manager, { ...request, startedAt, answer: null });
    return undefined;
  }
  const age = Date.now() - known.startedAt.getTime();
  if (age < KEPT && known.fingerprint !== fingerprint) throw new IdempotencyMismatch();
  if (age < KEPT && known.answer !== null) return known.answer;
  if (age < longest) throw new IdempotencyConflict();
  const affected = await requests.update(
    manager,
    { accountId, keyHash, attempt: known.attempt },
    { ...request, startedAt, answer: null },
  );
  if (affected !== 1) throw new Overtaken();
  return undefined;
}

async function insert(manager: EntityManager, request: IdempotentRequest): Promise<void> {
  try {
    await tableOf(manager, IdempotentRequest).insert(manager, [request]);
  } catch (error) {
    throw isDuplicate(error) ? new Overtaken() : error;
  }
}

async function finish<T extends object>(
  manager: EntityManager,
  { accountId, keyHash, attempt }: Begun,
  answer: T,
  { response }: RequestContext,
): Promise<T> {
  const { headers, revision } = response;
  const stored: Stored<T> = { answer, headers: [...headers], revision };
  const where = { accountId, keyHash, attempt };
  const requests = tableOf(manager, IdempotentRequest);
  const affected = await requests.update(manager, where, { answer: JSON.stringify(stored) });
  // Another attempt has taken over, and stores its response.
  if (affected !== 1) throw new IdempotencyConflict();
  return answer;
}

interface Stored<T> {
  readonly answer: T;
  readonly headers: [string, string][];
  readonly revision: number | undefined;
}

function replay<T extends object>(json: string, context: RequestContext): T {
  const { answer: response, headers, revision } = JSON.parse(json) as Stored<T>;
  for (const [name, value] of headers) context.response.headers.set(name, value);
  context.response.headers.set('Idempotent-Replayed', 'true');
  context.response.revision = revision;
  return response;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
