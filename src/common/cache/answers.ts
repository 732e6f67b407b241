import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import { Answer } from './answer.js';
import { type AnswerKey, keyOf } from './answer-key.js';
import { DataVersion } from './data-version.js';
import { Memory } from './memory.js';

/** What decides over an answer beside its address. */
export interface Asked {
  readonly method?: string;
  readonly headers: { readonly authorization?: string; readonly origin?: string };
}

/** Makes an answer of the data as it is; undefined where it is not to be kept. */
type Make = (version: number | undefined) => Promise<Answer | undefined>;

/** The finished answers to public reads. Each holds while the data it was made of is the data there is. */
@Injectable()
export class Answers {
  private readonly making = new Map<string, Promise<Answer | undefined>>();

  constructor(
    private readonly settings: Settings,
    private readonly memory: Memory,
    private readonly versions: DataVersion,
  ) {}

  /** @returns undefined where the answer is not one for everybody */
  keyOf({ method, headers: { authorization, origin } }: Asked, url: string): AnswerKey | undefined {
    const { answerCache, corsOrigins } = this.settings;
    if ((method !== 'GET' && method !== 'HEAD') || authorization !== undefined) return undefined;
    const key = answerCache && this.memory.isOn ? keyOf(url, this.memory) : undefined;
    // Where only some origins may read answers, each of them is told its own name in a header.
    const isNamed = origin !== undefined && corsOrigins !== '*' && corsOrigins.includes(origin);
    return isNamed ? key?.readFrom(origin) : key;
  }

  /** An answer that holds at this moment as far as is known without asking the database. */
  ready(key: AnswerKey): Answer | undefined {
    const { fresh } = this.versions;
    return fresh === undefined ? undefined : this.valid(key, fresh);
  }

  /**
   * The answer as it is now: kept, or made. Those who ask for the same at the same time get one.
   * @returns also how old it is, in milliseconds, where the database is away and it was kept from before
   */
  async get(key: AnswerKey, make: Make): Promise<{ answer: Answer | undefined; age?: number }> {
    const version = await this.versions.current().catch(() => undefined);
    const kept = version === undefined ? this.stale(key) : { answer: this.valid(key, version) };
    if (kept.answer) return kept;
    const name = `${version} ${key.text}`;
    const making = this.making.get(name) ?? this.begin(name, key, () => make(version));
    return { answer: await making };
  }

  /** Files an answer: it is new, or has grown. */
  keep(key: AnswerKey, answer: Answer): void {
    if (answer.version !== undefined) this.memory.set(key.text, answer);
  }

  private begin(name: string, key: AnswerKey, make: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    const made = make().then((answer) => {
      if (answer) this.keep(key, answer);
      return answer;
    });
    const making = made.finally(() => this.making.delete(name));
    this.making.set(name, making);
    return making;
  }

  private stale(key: AnswerKey): { answer: Answer | undefined; age?: number } {
    const { lastKnown } = this.versions;
    const answer = this.kept(key);
    return answer && answer.version === lastKnown?.version ? { answer, age: lastKnown?.age } : { answer: undefined };
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
