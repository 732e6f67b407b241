import { type EntityManager } from 'typeorm';

/** Names of the migrations that are not in the database yet. */
export async function pendingMigrations(manager: EntityManager): Promise<string[]> {
  const done = await manager.query<{ name: string }[]>('SELECT name FROM migrations');
  const names = new Set(done.map(({ name }) => name));
  const known = manager.dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
  return known.filter((name) => !names.has(name));
}
