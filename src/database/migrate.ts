import { Logger } from '@nestjs/common';
import { type DataSourceOptions } from 'typeorm';
import { createDataSource } from './data-source.js';
import { withLease } from './lease.js';

/** Brings the schema up to date; of several instances that start together one does it and the others wait. */
export async function migrate(options: DataSourceOptions): Promise<void> {
  await withLease(options, 'migrations', async () => {
    const source = createDataSource(options);
    await source.initialize();
    try {
      const done = await source.runMigrations({ transaction: 'all' });
      for (const { name } of done) new Logger('Migrations').log(`Ran ${name}.`);
    } finally {
      await source.destroy();
    }
  });
}
