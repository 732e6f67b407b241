import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database, type Work } from '../../database/database.js';
import { query, run } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { PeriodicTask } from '../../lib/tasks/periodic-task.js';
import { DAY, HOUR } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { Image } from '../records/images/image.entity.js';
import { ImageUpload } from '../records/images/image-upload.entity.js';
import { DAYS_KEPT, isShownSql } from './image-removal.js';
import { IMAGE_STORE, type ImageStore } from './stores/image-store.js';

/** The numbers of images and folders that a clean-up has removed. */
export interface Removed {
  /** Images that no record showed. */
  readonly images: number;
  /** Folders of files without a row. */
  readonly folders: number;
}

/**
 * Removes uploaded images 30 days after their upload or last use, and files without a row, which a crash leaves. Files
 * are stored before their row, so that only files older than an hour are removed.
 */
@Injectable()
export class ImageCleanup extends PeriodicTask {
  protected readonly interval = HOUR;

  constructor(
    private readonly database: Database,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
  ) {
    super();
  }

  protected override start(): void {
    this.schedule(0);
  }

  /** @param now for tests */
  async run(now = new Date()): Promise<void> {
    const count = await this.database.read((manager) => countUploaded(manager));
    if (count > 0) await this.removeUnused({ now });
    await this.removeFilesWithoutRow({ now });
  }

  /**
   * Removes everything that the service would remove by itself.
   * @param days for which an image that no record shows is kept
   * @param isDry only counts
   */
  async prune({ days = DAYS_KEPT, isDry = false }: { days?: number; isDry?: boolean }): Promise<Removed> {
    const now = new Date();
    return {
      images: await this.removeUnused({ now, days, isDry }),
      folders: await this.removeFilesWithoutRow({ now, isDry }),
    };
  }

  private async removeUnused({ now, days = DAYS_KEPT, isDry = false }: Cleaning): Promise<number> {
    const kept = truncateToSeconds(new Date(now.getTime() - days * DAY));
    const work: Work<string[]> = (manager) => deleteUnused(manager, truncateToSeconds(now), kept);
    const tokens = await (isDry ? this.database.dryRun(work) : this.database.write(work));
    if (!isDry) for (const token of tokens) await this.store.remove(token);
    return tokens.length;
  }

  private async removeFilesWithoutRow({ now, isDry = false }: Cleaning): Promise<number> {
    let count = 0;
    for await (const { token, name, changedAt } of this.store.pictures()) {
      if (now.getTime() - changedAt.getTime() < HOUR) continue;
      const rows = await this.database.read((manager) => tableOf(manager, Image).select(manager, { token }));
      if (rows.length > 0 && name === token) continue;
      count += 1;
      if (!isDry) await this.store.remove(name);
    }
    return count;
  }
}

interface Cleaning {
  readonly now: Date;
  readonly days?: number;
  readonly isDry?: boolean;
}

async function countUploaded(manager: EntityManager): Promise<number> {
  const [row] = await query<{ total: number }>(manager, 'SELECT COUNT(*) AS total FROM images WHERE token IS NOT NULL');
  return Number(row!.total);
}

/**
 * Marks uploaded images that no record shows, and deletes those that are old enough.
 * @param old those that were unused since then are deleted
 * @returns the names of the folders of the deleted ones
 */
async function deleteUnused(manager: EntityManager, now: Date, old: Date): Promise<string[]> {
  const isUsed = isShownSql(manager);
  await run(manager, `UPDATE images SET unusedSince = NULL WHERE unusedSince IS NOT NULL AND ${isUsed}`, []);
  const marked = `UPDATE images SET unusedSince = ? WHERE token IS NOT NULL AND unusedSince IS NULL AND NOT ${isUsed}`;
  await run(manager, marked, [now]);
  const rows = await query<{ id: number; token: string }>(
    manager,
    `SELECT id, token FROM images WHERE token IS NOT NULL AND kept = FALSE AND unusedSince <= ? AND NOT ${isUsed} AND NOT EXISTS ` +
      '(SELECT 1 FROM image_uploads upload WHERE upload.imageId = images.id AND upload.createdAt > ?)',
    [old, old],
  );
  const ids = rows.map(({ id }) => id);
  await tableOf(manager, ImageUpload).remove(manager, { imageId: ids });
  await tableOf(manager, Image).remove(manager, { id: ids });
  return rows.map(({ token }) => token);
}
