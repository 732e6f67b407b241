import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Settings } from '../../config/settings.js';
import { Unavailable } from '../errors/api-error.js';
import { Answer } from './answer.js';
import { AnswerKey } from './answer-key.js';
import { DataVersion } from './data-version.js';
import { Memory } from './memory.js';
import { Recipe } from './recipe.js';

/** Characters of an address whose answer is kept: what is made of a longer one takes memory that nobody counts. */
const LONGEST = 2000;

/** What decides over an answer beside its address. */
export interface Asked {
  readonly method?: string;
  readonly headers: { readonly authorization?: string; readonly origin?: string };
}

/** A kept answer, and how old it is in milliseconds where the database is away. */
export interface Found {
  readonly answer: Answer;
  readonly age?: number;
}

/** The finished answers to public reads. Each holds while the data it was made of is the data there is. */
@Injectable()
export class Answers {
  private readonly addresses = new LRUCache<string, AnswerKey>({ max: 5000, maxSize: 500_000 });
  private readonly making = new Map<string, Promise<Answer>>();

  constructor(
    private readonly settings: Settings,
    private readonly memory: Memory,
    private readonly versions: DataVersion,
  ) {}

  /** @returns undefined where the answer is not one for everybody */
  keyOf({ method, headers: { authorization, origin } }: Asked, url: string): AnswerKey | undefined {
    const { corsOrigins } = this.settings;
    if ((method !== 'GET' && method !== 'HEAD') || authorization !== undefined) return undefined;
    const key = this.memory.isOn ? this.keyOfAddress(url) : undefined;
    // Where only some origins may read answers, each of them is told its own name in a header.
    const isNamed = origin !== undefined && corsOrigins !== '*' && corsOrigins.includes(origin);
    return isNamed ? key?.readFrom(origin) : key;
  }

  /** Worked out once for the addresses that are asked for most, apart from the memory: anybody can make up addresses. */
  private keyOfAddress(url: string): AnswerKey | undefined {
    if (url.length > LONGEST) return undefined;
    const known = this.addresses.get(url);
    if (known) return known;
    const key = AnswerKey.of(url);
    if (key) this.addresses.set(url, key, { size: url.length });
    return key;
  }

  /** How the answer is made without the request, once it was made with one. */
  recipe(key: AnswerKey): Recipe | undefined {
    const recipe = this.memory.get(recipeOf(key));
    return recipe instanceof Recipe ? recipe : undefined;
  }

  learn(key: AnswerKey, recipe: Recipe): void {
    this.memory.set(recipeOf(key), recipe);
  }

  /** An answer that holds at this moment as far as is known without asking the database. */
  ready(key: AnswerKey): Answer | undefined {
    const { fresh } = this.versions;
    return fresh === undefined ? undefined : this.valid(key, fresh);
  }

  /**
   * The answer as it is now: kept, or made. Those who ask for the same at the same time get one.
   * @param make makes it of data that is read after this version of it was
   * @throws {Unavailable} where the database is away and nothing is kept that may still be given
   */
  async get(key: AnswerKey, make: (version: number) => Promise<Answer>): Promise<Found> {
    try {
      const version = await this.versions.current();
      if (!this.settings.answerCache) return { answer: await make(version) };
      return { answer: this.valid(key, version) ?? (await this.made(key, version, make)) };
    } catch (error) {
      const stale = error instanceof Unavailable ? this.stale(key) : undefined;
      if (!stale) throw error;
      return stale;
    }
  }

  private made(key: AnswerKey, version: number, make: (version: number) => Promise<Answer>): Promise<Answer> {
    const name = `${version} ${key.text}`;
    const making = this.making.get(name) ?? this.make(name, key, () => make(version));
    this.making.set(name, making);
    return making;
  }

  private async make(name: string, key: AnswerKey, make: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = (await make()).joined();
      this.memory.set(key.text, answer);
      return answer;
    } finally {
      this.making.delete(name);
    }
  }

  private stale(key: AnswerKey): Found | undefined {
    const { lastKnown } = this.versions;
    const answer = this.kept(key);
    return answer && lastKnown && answer.version === lastKnown.version ? { answer, age: lastKnown.age } : undefined;
  }

  private valid(key: AnswerKey, version: number): Answer | undefined {
    const answer = this.kept(key);
    return answer?.version === version && answer.until > Date.now() ? answer : undefined;
  }

  private kept(key: AnswerKey): Answer | undefined {
    const answer = this.memory.get(key.text);
    return answer instanceof Answer ? answer : undefined;
  }
}

const recipeOf = ({ text }: AnswerKey) => `recipe ${text}`;
