import { type DataSourceOptions, MigrationExecutor } from 'typeorm';
import { withDataSource } from '../../database/data-source.js';

/**
 * Compares a database with the entities, and changes nothing. `difference` has the statements that would make the
 * schema agree with the entities: none while migrations are pending, because these make most of the changes without
 * losing rows.
 */
export function schemaState(options: DataSourceOptions): Promise<{ pending: string[]; difference: string[] }> {
  return withDataSource(options, async (source) => {
    const pending = await new MigrationExecutor(source).getPendingMigrations();
    if (pending.length > 0) return { pending: pending.map(({ name }) => name), difference: [] };
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    const difference = upQueries.map(({ query, parameters }) =>
      parameters?.length ? `${query} -- ${parameters.join(', ')}` : query,
    );
    return { pending: [], difference };
  });
}
