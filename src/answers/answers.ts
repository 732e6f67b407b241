import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Settings } from '../config/settings.js';
import { Database } from '../database/database.js';
import { DataVersion } from '../database/data-version.js';
import { type Address, NobodyWaits, Unavailable } from '../errors/api-error.js';
import { isParameter } from '../requests/fields/field.js';
import { faultsOf } from '../requests/fields/fields.pipe.js';
import { type RequestContext } from '../requests/context/calendar-request.js';
import { type Kind } from '../languages/kind.js';
import { Answer } from './answer.js';
import { stalenessHeaders } from './lifetime.js';

const MEGABYTE = 1024 * 1024;

/** What an entry takes beside its own bytes: the object, its place in the list. */
const OVERHEAD = 512;

/** Characters of a name under which an answer is kept: long ones take memory, and are not asked for twice. */
const LONGEST = 2000;

/** All that a reading goes by, but for the caller and the data. */
export interface Reading {
  readonly kind: Pick<Kind, 'many'>;
  /** Of a single record; absent for a list. */
  readonly address?: Address;
  readonly query: object;
  /** Absent for JSON. */
  readonly format?: string;
}

/**
 * The finished answers to public reads, within the bytes of one setting (`CACHE_MB`). Each holds while the data it was
 * made of is the data there is. The services ask, when guards and pipes are done: what is kept stands in nobody's way.
 */
@Injectable()
export class Answers {
  private readonly kept: LRUCache<string, Answer> | undefined;
  private readonly making = new Map<string, Promise<Answer>>();
  /** How often the database has moved to another server. */
  private moves = 0;

  constructor(
    { cacheMegabytes }: Settings,
    private readonly versions: DataVersion,
    database: Database,
  ) {
    const maxSize = cacheMegabytes * MEGABYTE;
    // One answer never takes the place of all others.
    if (maxSize > 0) this.kept = new LRUCache({ maxSize, maxEntrySize: Math.floor(maxSize / 4) });
    database.onMoved(() => this.forget());
  }

  /**
   * The answer as it is now: kept, or made. Those who ask for the same at the same time get one. Callers who show a key
   * or a password, and readings with faults, are never answered from memory.
   * @param make reads the data, in this context
   * @throws {Unavailable} where the database is away and nothing is kept that may still be given
   */
  async of<T extends object>(reading: Reading, context: RequestContext, make: () => Promise<T>): Promise<T> {
    const isPublic = context.caller === null && !context.isPrivate;
    const name = this.kept && isPublic && faultsOf(reading.query).all.size === 0 ? nameOf(reading, context) : undefined;
    if (name === undefined || name.length > LONGEST) return make();
    try {
      const version = await this.versions.current();
      return given<T>(this.valid(name, version) ?? (await this.shared(name, version, context, make)), context);
    } catch (error) {
      const stale = error instanceof Unavailable ? this.stale(name) : undefined;
      if (!stale) throw error;
      for (const [header, value] of Object.entries(stalenessHeaders(stale.age))) context.headers.set(header, value);
      return given<T>(stale.answer, context);
    }
  }

  /** Of all that is stored, to tell answers from others that are not kept. */
  version(): Promise<number> {
    return this.versions.current();
  }

  /** One answer for all who ask at the same time: whoever asked first may leave before the others. */
  private async shared(
    name: string,
    version: number,
    context: RequestContext,
    make: () => Promise<object>,
  ): Promise<Answer> {
    for (;;) {
      try {
        return await this.made(name, version, context, make);
      } catch (error) {
        if (!(error instanceof NobodyWaits) || !context.isAwaited()) throw error;
      }
    }
  }

  /** @param version of the data, read before the data are */
  private made(name: string, version: number, context: RequestContext, make: () => Promise<object>): Promise<Answer> {
    const under = `${version} ${name}`;
    const making =
      this.making.get(under) ?? this.make(name, version, context, make).finally(() => this.making.delete(under));
    this.making.set(under, making);
    return making;
  }

  private async make(
    name: string,
    version: number,
    context: RequestContext,
    make: () => Promise<object>,
  ): Promise<Answer> {
    const { moves } = this;
    const answer = Answer.of(await make(), context, version);
    // Begun on one server and read on another, it belongs to no version.
    if (moves === this.moves) this.kept!.set(name, answer, { size: answer.size + 2 * name.length + OVERHEAD });
    return answer;
  }

  /** What the version of the data was counts again from less, where the last writes are missing. */
  private forget(): void {
    this.moves += 1;
    this.making.clear();
    this.kept?.clear();
  }

  /** While the database is away: of the last version that is known, with its age in milliseconds. */
  private stale(name: string): { answer: Answer; age: number } | undefined {
    const { lastKnown } = this.versions;
    const answer = this.kept?.get(name);
    return answer && lastKnown && answer.version === lastKnown.version ? { answer, age: lastKnown.age } : undefined;
  }

  private valid(name: string, version: number): Answer | undefined {
    const answer = this.kept?.get(name);
    return answer?.version === version && answer.until > Date.now() ? answer : undefined;
  }
}

/** Hands over to a request what belongs to its answer. */
function given<T extends object>(answer: Answer, context: RequestContext): T {
  for (const [header, value] of answer.headers) context.headers.set(header, value);
  context.holdsUntil = Math.min(context.holdsUntil, answer.until);
  if (answer.revision !== undefined) context.revision = answer.revision;
  return answer.view as T;
}

/** What decides over a public answer: what is read, in which language, and the parameters that its links carry. */
function nameOf(
  { kind, address, query, format }: Reading,
  { language, root, given: parameters }: RequestContext,
): string {
  const known = Object.keys(parameters).filter(isParameter).sort();
  const linked = known.map((parameter) => [parameter, parameters[parameter]]);
  return JSON.stringify([kind.many, address, language, root, query, linked, format]);
}
