import { loadSettings } from './src/lib/config/load-settings.js';
import { createDataSource, dataSourceOptions } from './src/database/data-source.js';
import { schema } from './src/schema.js';

/** For the command line of TypeORM, after a build: `npx typeorm migration:show -d dist/ormconfig.js`. */
export default createDataSource(await dataSourceOptions(schema, loadSettings().databaseUrl));
