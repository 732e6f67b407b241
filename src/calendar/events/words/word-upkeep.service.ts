import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { HOUR, SECOND } from '../../../lib/datetime/durations.js';
import { PeriodicTask } from '../../../lib/tasks/periodic-task.js';
import { indexTexts, unindexedTexts, type UnindexedTexts } from './index-texts.js';
import { type Place, removeStaleWords, removeUnusedWords, staleWords, unusedWords } from './stale-words.js';

/** Milliseconds that one batch may take. No request waits for it. */
const TIMEOUT = 30 * SECOND;

/**
 * Keeps the index of words in agreement with the texts: indexes what another version of the service wrote, and removes
 * what texts no longer have.
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
    await this.indexAll();
    await this.removeStale();
    await this.removeUnused();
  }

  private async indexAll(): Promise<void> {
    for (let after: number | undefined = 0; after !== undefined;) {
      const { texts, last }: UnindexedTexts = await this.database.read((manager) =>
        unindexedTexts(manager, after ?? 0),
      );
      if (texts.length > 0) await this.database.write((manager) => indexTexts(manager, texts), TIMEOUT);
      after = last;
    }
  }

  private async removeStale(): Promise<void> {
    for (let after: Place | undefined = { wordId: -1, recordId: 0 }; after !== undefined;) {
      const { stale, last }: Awaited<ReturnType<typeof staleWords>> = await this.database.read((manager) =>
        staleWords(manager, after!),
      );
      if (stale.length > 0) await this.database.write((manager) => removeStaleWords(manager, stale), TIMEOUT);
      after = last;
    }
  }

  private async removeUnused(): Promise<void> {
    for (let after: number | undefined = -1; after !== undefined;) {
      const { ids, last }: Awaited<ReturnType<typeof unusedWords>> = await this.database.read((manager) =>
        unusedWords(manager, after!),
      );
      if (ids.length > 0) await this.database.write((manager) => removeUnusedWords(manager, ids), TIMEOUT);
      after = last;
    }
  }
}
