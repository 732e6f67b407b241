import { Column, type DataSource, Entity, getMetadataArgsStorage, PrimaryColumn } from 'typeorm';
import { createDataSource, dataSourceOptions } from '../data-source.js';
import { temporarySqlite, type TemporaryDatabase } from '../../../test/support/temporary-database.js';
import { schema } from '../../schema.js';
import { SelectBuilder } from './select-builder.js';

@Entity('stones')
class Stone {
  @PrimaryColumn('int')
  id!: number;

  @Column('int')
  weight!: number;
}

describe('SelectBuilder', () => {
  let database: TemporaryDatabase;
  let source: DataSource;
  const stones = () => SelectBuilder.of(source.manager, Stone, 'stone');

  beforeAll(async () => {
    database = await temporarySqlite();
    const options = await dataSourceOptions({ entities: [Stone], migrations: [] }, database.url);
    source = await createDataSource(options).initialize();
    await source.synchronize();
    await source.manager.insert(
      Stone,
      [1, 2, 3, 4, 5].map((id) => ({ id, weight: 10 * id })),
    );
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('selects all rows without conditions', async () => {
    expect(await stones().read({ order: ['stone.id DESC'] })).toEqual([5, 4, 3, 2, 1].map((id) => ({ id })));
  });

  it('adds conditions step by step, with bound values', async () => {
    const rows = stones().andWhere('stone.weight > :least', { least: 10 });
    rows.andWhere('stone.id IN (:...ids)', { ids: [1, 2, 4, '5) OR (1=1'] });
    expect(await rows.read({ order: ['stone.id ASC'] })).toEqual([{ id: 2 }, { id: 4 }]);
  });

  it('reads the given columns, in the given order and page', async () => {
    const columns = ['stone.weight AS weight'];
    expect(await stones().read({ columns, order: ['stone.id ASC'], limit: 2, offset: 3 })).toEqual([
      { weight: 40 },
      { weight: 50 },
    ]);
    expect(
      await stones().read({
        columns: ['stone.id AS id', 'COUNT(*) OVER () AS total'],
        order: ['stone.id ASC'],
        limit: 1,
      }),
    ).toEqual([{ id: 1, total: 5 }]);
  });

  it('joins a table once, however often it is joined', async () => {
    const rows = stones();
    for (let time = 0; time < 2; time++)
      rows.join(Stone, 'twin', 'twin.id = stone.id AND twin.weight < :most', { most: 30 });
    expect(await rows.read({ columns: ['COUNT(*) AS total'] })).toEqual([{ total: 2 }]);
  });

  it('is not changed by changes of a copy', () => {
    const rows = stones().andWhere('stone.weight > :least', { least: 10 });
    rows.copy().andWhere('stone.weight < :most', { most: 30 }).join(Stone, 'twin', 'twin.id = stone.id');
    expect(rows.sql()).toEqual({
      sql: 'SELECT stone.id AS id FROM stones stone WHERE stone.weight > :least',
      parameters: { least: 10 },
    });
  });

  it('refuses two values of one parameter, and two joins with one name', () => {
    const some = stones().andWhere('stone.id = :id', { id: 1 });
    expect(some.andWhere('stone.weight > :id', { id: 1 }).sql().parameters).toEqual({ id: 1 });
    expect(() => some.andWhere('stone.weight = :id', { id: 2 })).toThrow('parameter id');
    const joined = stones().join(Stone, 'other', 'other.id = stone.id');
    expect(joined.join(Stone, 'other', 'other.id = stone.id')).toBe(joined);
    expect(() => joined.join(Stone, 'other', 'other.weight = stone.id')).toThrow('called other');
  });
});

it('columns of all entities are called like their properties, as the SQL of lists assumes', () => {
  expect(schema.entities.length).toBeGreaterThan(20);
  const { columns } = getMetadataArgsStorage();
  const targets = new Set(schema.entities.flatMap(ancestry));
  const ours = columns.filter(({ target }) => targets.has(target));
  expect(ours.length).toBeGreaterThan(schema.entities.length);
  expect(ours.filter(({ options, propertyName }) => (options.name ?? propertyName) !== propertyName)).toEqual([]);
});

/** A class and those that it extends. */
function ancestry(entity: unknown): unknown[] {
  return typeof entity === 'function' && entity.name ? [entity, ...ancestry(Object.getPrototypeOf(entity))] : [];
}
