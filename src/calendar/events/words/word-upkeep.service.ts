import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import { tableOf } from '../../../database/sql/table.js';
import { countersOf } from '../../../database/write-counter.entity.js';
import { HOUR, SECOND } from '../../../lib/datetime/durations.js';
import { PeriodicTask } from '../../../lib/tasks/periodic-task.js';
import { changedTexts, type ChangedTexts, type FollowedChange } from './changed-texts.js';
import { indexTexts, type StoredText, unindexedTexts, type UnindexedTexts } from './index-texts.js';
import { type Place, removeStaleWords, removeUnusedWords, staleWords, unusedWords } from './stale-words.js';
import { WordUpkeepState } from './word-upkeep.entity.js';

/** Milliseconds that one batch may take. No request waits for it. */
const TIMEOUT = 30 * SECOND;

/** The only row of the state. */
const ID = 1;

/** Transactions of each counter that are followed twice: the nodes of a cluster receive them a moment later. */
const OVERLAP = 10;

/** Words of events that a run checks at least: those of a small calendar are all checked every night. */
const LEAST_CHECKED = 100_000;

/** Words of events that a run checks for each changed event, so that no more stale words come than are removed. */
const CHECKED_PER_CHANGE = 1000;

/** Words that a run checks for being used. */
const CHECKED_FOR_USE = 20_000;

/**
 * Keeps the index of words in agreement with the texts: indexes what another version of the service wrote, and removes
 * what texts no longer have. A run takes as much work as there were changes, and continues where the last one ended.
 */
@Injectable()
export class WordUpkeep extends PeriodicTask {
  /** With the first pause, less than a day. */
  protected readonly interval = 20 * HOUR;

  constructor(private readonly database: Database) {
    super();
  }

  protected override start(): void {
    this.schedule(HOUR);
  }

  async run(): Promise<void> {
    const { state, counters } = await this.database.read(readState);
    const followed = state && followedOf(state, counters);
    const changes = followed ? await this.followChanges(followed) : await this.indexAll();
    const place = await this.removeStale(state, LEAST_CHECKED + CHECKED_PER_CHANGE * changes);
    const unusedAfter = await this.removeUnused(state?.unusedAfter ?? -1);
    const next = {
      followed: JSON.stringify(counters),
      ...{ wordId: place?.wordId ?? null, recordId: place?.recordId ?? null, unusedAfter: unusedAfter ?? null },
    };
    await this.database.write((manager) => storeState(manager, next));
  }

  /**
   * Stores all words of the events that were changed since the last run. A write stores those that the former text did
   * not have, so some are missing if another version of the service wrote that.
   */
  private async followChanges(followed: readonly number[]): Promise<number> {
    let events = 0;
    for (const [slot, number] of followed.entries())
      for (let after: FollowedChange | undefined = beginningAfter(slot, number); after !== undefined;) {
        const start: FollowedChange = after;
        const changed: ChangedTexts = await this.database.read((manager) => changedTexts(manager, start));
        await this.index(changed.texts);
        events += changed.events;
        after = changed.last;
      }
    return events;
  }

  /** Stores the words of each text that has changed since its words were stored. Runs first, and after the counters were reset. */
  private async indexAll(): Promise<number> {
    for (let after: number | undefined = 0; after !== undefined;) {
      const start: number = after;
      const { texts, last }: UnindexedTexts = await this.database.read((manager) => unindexedTexts(manager, start));
      await this.index(texts);
      after = last;
    }
    return 0;
  }

  private async index(texts: readonly StoredText[]): Promise<void> {
    if (texts.length > 0) await this.database.write((manager) => indexTexts(manager, texts), TIMEOUT);
  }

  /** @returns the place after which the next run begins; undefined after the last word */
  private async removeStale(state: WordUpkeepState | undefined, most: number): Promise<Place | undefined> {
    let after: Place | undefined = { wordId: state?.wordId ?? -1, recordId: state?.recordId ?? 0 };
    for (let checked = 0; after !== undefined && checked < most;) {
      const start: Place = after;
      const found: Awaited<ReturnType<typeof staleWords>> = await this.database.read((manager) =>
        staleWords(manager, start),
      );
      if (found.stale.length > 0)
        await this.database.write((manager) => removeStaleWords(manager, found.stale), TIMEOUT);
      const ids = [...new Set(found.stale.map(({ wordId }) => wordId))];
      if (ids.length > 0) await this.database.write((manager) => removeUnusedWords(manager, ids), TIMEOUT);
      checked += found.checked;
      after = found.last;
    }
    return after;
  }

  /** Removes words that an interrupted run left. @returns the word after which the next run begins */
  private async removeUnused(first: number): Promise<number | undefined> {
    let after: number | undefined = first;
    for (let checked = 0; after !== undefined && checked < CHECKED_FOR_USE;) {
      const start: number = after;
      const found: Awaited<ReturnType<typeof unusedWords>> = await this.database.read((manager) =>
        unusedWords(manager, start),
      );
      if (found.ids.length > 0) await this.database.write((manager) => removeUnusedWords(manager, found.ids), TIMEOUT);
      checked += found.checked;
      after = found.last;
    }
    return after;
  }
}

function beginningAfter(slot: number, number: number): FollowedChange {
  return { slot, number: Math.max(0, number - OVERLAP), recordId: 0 };
}

async function readState(manager: EntityManager) {
  const counters = await countersOf(manager);
  const [state] = await tableOf(manager, WordUpkeepState).select(manager, { id: ID });
  return { state, counters };
}

/** The numbers up to which changes were followed; undefined if a counter is lower now: the calendar was restored. */
function followedOf({ followed }: WordUpkeepState, counters: readonly number[]): readonly number[] | undefined {
  const numbers = JSON.parse(followed) as readonly number[];
  const isKnown = numbers.length === counters.length && numbers.every((number, slot) => number <= counters[slot]!);
  return isKnown ? numbers : undefined;
}

async function storeState(manager: EntityManager, state: Omit<WordUpkeepState, 'id'>): Promise<void> {
  await tableOf(manager, WordUpkeepState).upsert(manager, [{ id: ID, ...state }], ['id']);
}
