import { existsSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { temporaryDatabases, type TemporaryDatabase } from '../../test/support/temporary-database.js';
import { ConfigModule } from '../lib/config/config.module.js';
import { loadSettings } from '../lib/config/load-settings.js';
import { Settings } from '../lib/config/settings.js';
import { Database } from './database.js';
import { pendingMigrations } from './migrate.js';
import { schema } from '../schema.js';
import { DatabaseModule } from './database.module.js';

for (const { name, run, make } of temporaryDatabases) {
  run(`DatabaseModule on ${name}`, () => {
    let temporary: TemporaryDatabase;

    beforeAll(() => Logger.overrideLogger(false));

    beforeEach(async () => {
      temporary = await make();
    });

    afterEach(() => temporary.drop());

    const start = async (): Promise<TestingModule> => {
      const module = await Test.createTestingModule({ imports: [ConfigModule, DatabaseModule.of(schema)] })
        .overrideProvider(Settings)
        .useValue(loadSettings({ DATABASE_URL: temporary.url }))
        .compile();
      return module.init();
    };

    it('migrates before the database is used', async () => {
      const module = await start();
      const database = module.get(Database);
      expect(await database.watch(pendingMigrations, database.timeout)).toEqual([]);
      expect(module.get(DataSource).migrations).toHaveLength(schema.migrations.length);
      await module.close();
    });

    it('starts in three instances at once', async () => {
      const modules = await Promise.all([start(), start(), start()]);
      for (const module of modules) {
        const rows = await module.get(Database).read((manager) => manager.query('SELECT name FROM migrations'));
        expect(rows).toHaveLength(schema.migrations.length);
      }
      await Promise.all(modules.map((module) => module.close()));
    });

    it('closes all connections', async () => {
      const module = await start();
      const source = module.get(DataSource);
      await module.close();
      expect(source.isInitialized).toBe(false);
      // SQLite folds its log into the file when the last connection goes.
      if (name === 'SQLite') expect(existsSync(`${temporary.url.slice('sqlite:'.length)}-wal`)).toBe(false);
    });

    (name === 'SQLite' ? it.skip : it)('fails at once for errors that waiting does not resolve', async () => {
      temporary = { ...temporary, url: `${temporary.url}_missing` };
      await expect(start()).rejects.toThrow('Unknown database');
    });
  });
}
