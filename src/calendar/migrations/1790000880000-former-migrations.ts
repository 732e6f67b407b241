import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Migrations of builds before 0.2.0, whose tables and columns `PlainLists1790000500000` drops. */
export const FORMER_MIGRATIONS: readonly string[] = [
  ...['ListedDays1790000420000', 'ListedSeries1790000430000', 'CategoryAncestors1790000440000'],
  ...['ListedBelow1790000450000', 'ListedStates1790000460000', 'ListedAuthors1790000470000'],
  ...['SeriesDays1790000480000', 'SearchSignatures1790000490000'],
];

/** Forgets migrations that no version has, so that they are not taken for those of a newer one. */
export class FormerMigrations1790000880000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const names = FORMER_MIGRATIONS.map((name) => `'${name}'`).join();
    await runner.query(`DELETE FROM migrations WHERE name IN (${names})`);
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
