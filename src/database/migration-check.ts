import { type DataSourceOptions, MigrationExecutor } from 'typeorm';
import { withDataSource } from './data-source.js';

/** The differences between a database and the entities. */
interface SchemaState {
  /** The pending migrations. */
  readonly pending: string[];
  /**
   * The statements that would make the schema agree with the entities. Empty if they agree, and while migrations are
   * pending, because migrations make most of these changes without losing rows.
   */
  readonly difference: string[];
}

/** Compares only, and changes nothing. */
export function schemaState(options: DataSourceOptions): Promise<SchemaState> {
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
