import { type EntityManager } from 'typeorm';
import { SelectBuilder } from '../../database/sql/select-builder.js';

/** Counts the drafts that came back to their author with a note. The composition of the application names their entities. */
export class ReturnedRecords {
  constructor(private readonly entities: readonly (new () => object)[]) {}

  /** The number of an account, of all kinds; a series counts once. */
  async count(manager: EntityManager, authorId: number): Promise<number> {
    let total = 0;
    for (const entity of this.entities) {
      const hasSeries = manager.dataSource.getMetadata(entity).findColumnWithPropertyName('seriesId') !== undefined;
      const counted = hasSeries ? 'COALESCE(record.seriesId, record.id)' : 'record.id';
      const rows = SelectBuilder.of(manager, entity, 'record').andWhere(
        "record.authorId = :authorId AND record.status = 'draft' AND record.reviewNote IS NOT NULL",
        { authorId },
      );
      const [row] = await rows.read<{ total: number }>({ columns: [`COUNT(DISTINCT ${counted}) AS total`] });
      total += Number(row?.total ?? 0);
    }
    return total;
  }
}
