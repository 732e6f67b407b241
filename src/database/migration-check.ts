import { type DataSourceOptions } from 'typeorm';
import { createDataSource } from './data-source.js';

/** The statements that would turn the schema of the database into what the entities declare; none if they agree. */
export async function schemaDifference(options: DataSourceOptions): Promise<string[]> {
  const source = createDataSource(options);
  await source.initialize();
  try {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    return upQueries.map(({ query, parameters }) =>
      parameters?.length ? `${query} -- ${parameters.join(', ')}` : query,
    );
  } finally {
    await source.destroy();
  }
}
