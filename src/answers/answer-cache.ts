import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Settings } from '../config/settings.js';
import { DataVersion } from '../database/data-version.js';
import { type Address, Unavailable } from '../errors/api-error.js';
import { type RequestContext } from '../requests/context/calendar-request.js';
import { type Kind } from '../languages/kind.js';
import { FinishedAnswer } from './finished-answer.js';
import { stalenessHeaders } from './lifetime.js';

const MEGABYTE = 1024 * 1024;

/** What an entry takes beside its own bytes: the object, its place in the list. */
const OVERHEAD = 512;

/** Characters of a key. Longer ones are not kept: they take memory, and are hardly asked for twice. */
const MAX_KEY_LENGTH = 2000;

/** A read, as far as its answer is the same for all callers without a key. */
export interface PublicRead {
  readonly kind: Pick<Kind, 'many'>;
  /** Of a single record; absent for a list. */
  readonly address?: Address;
  readonly query: object;
  /** Absent for JSON. */
  readonly format?: string;
}

/**
 * The finished answers to public reads, within the bytes of one setting (`CACHE_MB`). Each holds until something is
 * written to the database. Services ask it, when guards, pipes and interceptors have run: no kept answer gets past them.
 */
@Injectable()
export class AnswerCache {
  private readonly kept: LRUCache<string, FinishedAnswer> | undefined;
  private readonly making = new Map<string, Promise<FinishedAnswer>>();

  constructor(
    { cacheMegabytes }: Settings,
    private readonly versions: DataVersion,
  ) {
    const maxSize = cacheMegabytes * MEGABYTE;
    // One answer never takes the place of all others.
    if (maxSize > 0) this.kept = new LRUCache({ maxSize, maxEntrySize: Math.floor(maxSize / 4) });
  }

  /**
   * The answer as it is now: kept, or made. Those who ask for the same at the same time share one. Callers who show a key
   * or a password, and reads with faults, are never answered from memory.
   * @param make reads the data, in this context
   * @throws {Unavailable} where the database is away and nothing is kept that may still be given
   */
  async getOrMake<T extends object>(read: PublicRead, context: RequestContext, make: () => Promise<T>): Promise<T> {
    const isPublic = context.caller === null && !context.isPrivate;
    const key = this.kept && isPublic ? keyOf(read, context) : undefined;
    if (key === undefined || key.length > MAX_KEY_LENGTH) return make();
    try {
      const version = await this.versions.current();
      return viewFor<T>(this.valid(key, version) ?? (await this.makeOnce(key, version, context, make)), context);
    } catch (error) {
      const stale = error instanceof Unavailable ? this.stale(key) : undefined;
      if (!stale) throw error;
      for (const [header, value] of Object.entries(stalenessHeaders(stale.age))) context.headers.set(header, value);
      return viewFor<T>(stale.answer, context);
    }
  }

  /** The version of all that is stored, for the ETag of what is too long to be kept. */
  version(): Promise<number> {
    return this.versions.current();
  }

  /**
   * One answer for all who ask at the same time.
   * @param version of the data, read before the data are
   */
  private makeOnce(
    key: string,
    version: number,
    context: RequestContext,
    make: () => Promise<object>,
  ): Promise<FinishedAnswer> {
    const versionedKey = `${version} ${key}`;
    const making =
      this.making.get(versionedKey) ??
      this.make(key, version, context, make).finally(() => this.making.delete(versionedKey));
    this.making.set(versionedKey, making);
    return making;
  }

  private async make(
    key: string,
    version: number,
    context: RequestContext,
    make: () => Promise<object>,
  ): Promise<FinishedAnswer> {
    const answer = FinishedAnswer.of(await make(), context, version);
    this.kept!.set(key, answer, { size: answer.size + 2 * key.length + OVERHEAD });
    return answer;
  }

  /** For while the database is away: the answer of the last version that is known, with its age in milliseconds. */
  private stale(key: string): { answer: FinishedAnswer; age: number } | undefined {
    const { lastKnown } = this.versions;
    const answer = this.kept?.get(key);
    return answer && lastKnown && answer.version === lastKnown.version ? { answer, age: lastKnown.age } : undefined;
  }

  private valid(key: string, version: number): FinishedAnswer | undefined {
    const answer = this.kept?.get(key);
    return answer?.version === version && answer.until > Date.now() ? answer : undefined;
  }
}

/** What the service answered, for one request; the headers and the revision of the answer become those of the request. */
function viewFor<T extends object>(answer: FinishedAnswer, context: RequestContext): T {
  for (const [header, value] of answer.headers) context.headers.set(header, value);
  context.holdsUntil = Math.min(context.holdsUntil, answer.until);
  if (answer.revision !== undefined) context.revision = answer.revision;
  return answer.view as T;
}

/** All that decides over a public answer: what is read, in which language, and the parameters that its links carry. */
function keyOf(
  { kind, address, query, format }: PublicRead,
  { language, root, given: parameters }: RequestContext,
): string {
  const known = Object.keys(parameters).sort();
  const linked = known.map((parameter) => [parameter, parameters[parameter]]);
  return JSON.stringify([kind.many, address, language, root, query, linked, format]);
}
