import { type DataSourceOptions, MigrationExecutor } from 'typeorm';
import { withDataSource } from './data-source.js';

/** How a database compares with the entities. */
interface SchemaState {
  /** The migrations that were not run on it yet. */
  readonly pending: string[];
  /**
   * The statements that would turn its schema into what the entities declare; none if they agree, nor while migrations
   * are pending: most of it would be what these do, without their care for the rows.
   */
  readonly difference: string[];
}

/** Changes nothing. */
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
