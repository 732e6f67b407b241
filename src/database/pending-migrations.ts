import { type DataSource, type EntityManager, type Migration, MigrationExecutor } from 'typeorm';

/** Names of the migrations that are not in the database yet. */
export async function pendingMigrations(manager: EntityManager): Promise<string[]> {
  const done = new Set(await doneMigrations(manager));
  return knownMigrations(manager.dataSource).filter((name) => !done.has(name));
}

/** Names of migrations in the database that belong to a newer version or to a removed extension. */
export async function foreignMigrations(manager: EntityManager): Promise<string[]> {
  const known = new Set(knownMigrations(manager.dataSource));
  return (await doneMigrations(manager)).filter((name) => !known.has(name));
}

/** The latest migration that was run; undefined in a new database. */
export async function lastMigration(source: DataSource): Promise<Migration | undefined> {
  const done = await new MigrationExecutor(source).getExecutedMigrations();
  return done.toSorted((one, other) => one.timestamp - other.timestamp).at(-1);
}

async function doneMigrations(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<{ name: string }[]>('SELECT name FROM migrations');
  return rows.map(({ name }) => name);
}

/** Names of the migrations of this version. */
export function knownMigrations({ migrations }: DataSource): string[] {
  return migrations.map(({ name, constructor }) => name ?? constructor.name);
}
