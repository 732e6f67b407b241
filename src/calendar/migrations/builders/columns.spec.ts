import { Logger } from '@nestjs/common';
import {
  Column,
  type DataSource,
  type DataSourceOptions,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  type MigrationInterface,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type QueryRunner,
  type Relation,
} from 'typeorm';
import { temporaryDatabases, type TemporaryDatabase } from '../../../../test/support/temporary-database.js';
import { createDataSource, dataSourceOptions } from '../../../database/data-source.js';
import { migrate } from '../../../database/migrate.js';
import { schemaState } from '../schema-state.js';
import { columns } from './columns.js';
import { createTable } from './tables.js';
import { schema } from '../../../schema.js';

/** One column of every kind that the helpers know. */
@Entity('samples')
@Index('UQ_samples_code', ['code'], { unique: true })
@Index('UQ_samples_label_rank', ['label', 'rank'], { unique: true })
@Index('IX_samples_at', ['at'])
class Sample {
  @PrimaryGeneratedColumn({ unsigned: true })
  id!: number;

  @Column('int', { unsigned: true })
  size!: number;

  @Column('int', { unsigned: true, default: 1 })
  revision!: number;

  @Column('int', { default: -1 })
  rank!: number;

  @Column('double', { nullable: true })
  latitude!: number | null;

  @Column('boolean')
  open!: boolean;

  @Column('boolean', { default: false })
  featured!: boolean;

  @Column({ type: 'boolean', default: true })
  shown!: boolean;

  @Column('varchar', { length: 255 })
  label!: string;

  @Column('varchar', { length: 20, default: 'calm' })
  mood!: string;

  @Column('varchar', { length: 2048, nullable: true })
  website!: string | null;

  @Column({ type: 'varchar', length: 64, collation: 'utf8mb4_bin' })
  code!: string;

  @Column('text')
  story!: string;

  @Column('text', { nullable: true })
  note!: string | null;

  @Column('blob')
  bytes!: Buffer;

  @Column('datetime')
  at!: Date;

  @Column('datetime', { nullable: true })
  until!: Date | null;
}

@Entity('sample_texts')
@Index('IX_sample_texts_other', ['otherId'])
class SampleText {
  @PrimaryColumn('int', { unsigned: true })
  sampleId!: number;

  @PrimaryColumn('varchar', { length: 2 })
  language!: string;

  @Column('int', { unsigned: true, nullable: true })
  otherId!: number | null;

  @ManyToOne(() => Sample, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'sampleId', foreignKeyConstraintName: 'FK_sample_texts_sample' })
  sample!: Relation<Sample>;

  @ManyToOne(() => Sample, { onDelete: 'SET NULL', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'otherId', foreignKeyConstraintName: 'FK_sample_texts_other' })
  other!: Relation<Sample> | null;
}

class Samples1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, unsigned, integer, double, flag, text, exactText, longText, bytes, instant } = columns(runner);
    await createTable(runner, {
      name: 'samples',
      columns: [
        id(),
        unsigned('size'),
        unsigned('revision', { default: 1 }),
        integer('rank', { default: -1 }),
        double('latitude', { nullable: true }),
        flag('open'),
        flag('featured', { default: false }),
        flag('shown', { default: true }),
        text('label', 255),
        text('mood', 20, { default: 'calm' }),
        text('website', 2048, { nullable: true }),
        exactText('code', 64),
        longText('story'),
        longText('note', { nullable: true }),
        bytes('bytes'),
        instant('at'),
        instant('until', { nullable: true }),
      ],
      indices: [
        { name: 'UQ_samples_code', columnNames: ['code'], isUnique: true },
        { name: 'UQ_samples_label_rank', columnNames: ['label', 'rank'], isUnique: true },
        { name: 'IX_samples_at', columnNames: ['at'] },
      ],
    });
    const foreignKey = { referencedTableName: 'samples', referencedColumnNames: ['id'], onUpdate: 'NO ACTION' };
    await createTable(runner, {
      name: 'sample_texts',
      columns: [
        unsigned('sampleId', { primary: true }),
        text('language', 2, { primary: true }),
        unsigned('otherId', { nullable: true }),
      ],
      indices: [{ name: 'IX_sample_texts_other', columnNames: ['otherId'] }],
      foreignKeys: [
        { ...foreignKey, name: 'FK_sample_texts_sample', columnNames: ['sampleId'], onDelete: 'CASCADE' },
        { ...foreignKey, name: 'FK_sample_texts_other', columnNames: ['otherId'], onDelete: 'SET NULL' },
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('sample_texts');
    await runner.dropTable('samples');
  }
}

const aSample = (values: Partial<Sample>): Partial<Sample> => ({
  size: 4_294_967_295,
  open: true,
  label: 'a',
  code: 'a',
  story: '',
  bytes: Buffer.alloc(0),
  at: new Date('2027-01-31T23:59:59Z'),
  ...values,
});

for (const { name, run, make } of temporaryDatabases) {
  run(`columns on ${name}`, () => {
    const onServer = name === 'SQLite' ? it.skip : it;
    let temporary: TemporaryDatabase;
    let options: DataSourceOptions;
    let source: DataSource;

    beforeAll(async () => {
      Logger.overrideLogger(false);
      temporary = await make();
      options = { ...(await dataSourceOptions(schema, temporary.url)), entities: [Sample, SampleText] };
      options = { ...options, migrations: [Samples1700000000000] };
      await migrate(options);
      source = await createDataSource(options).initialize();
    });

    afterAll(async () => {
      await source.destroy();
      await temporary.drop();
    });

    beforeEach(() => source.getRepository(Sample).deleteAll());

    it('equal those that the decorators declare', async () => {
      expect((await schemaState(options)).difference).toEqual([]);
    });

    it('are compared with them', async () => {
      @Entity('samples')
      class Changed {
        @PrimaryGeneratedColumn({ unsigned: true })
        id!: number;

        @Column('varchar', { length: 254 })
        label!: string;
      }
      expect((await schemaState({ ...options, entities: [Changed] })).difference).not.toEqual([]);
    });

    it('return what was stored', async () => {
      const story = 'œuvre 🎉 '.repeat(20_000);
      const bytes = Buffer.from(story);
      const { id } = await source
        .getRepository(Sample)
        .save(aSample({ story, bytes, latitude: 45.50884, website: null }));
      expect(await source.getRepository(Sample).findOneBy({ id })).toMatchObject({
        ...{ size: 4_294_967_295, revision: 1, rank: -1, latitude: 45.50884 },
        ...{
          open: true,
          featured: false,
          shown: true,
          label: 'a',
          mood: 'calm',
          website: null,
          story,
          note: null,
          bytes,
        },
        ...{ at: new Date('2027-01-31T23:59:59Z'), until: null },
      });
    });

    it('return numbers in raw rows too', async () => {
      await source.getRepository(Sample).save([aSample({ code: 'a' }), aSample({ code: 'b', label: 'b' })]);
      const rows = await source.query('SELECT COUNT(*) AS total, SUM(size) AS sum, MAX(id) > 0 AS some FROM samples');
      expect(rows).toEqual([{ total: 2, sum: 8_589_934_590, some: 1 }]);
    });

    it('compare exact text by its bytes', async () => {
      await source
        .getRepository(Sample)
        .save([
          aSample({ code: 'e', label: 'a' }),
          aSample({ code: 'E', label: 'b' }),
          aSample({ code: 'é', label: 'c' }),
        ]);
      expect(await source.getRepository(Sample).countBy({ code: 'e' })).toBe(1);
    });

    onServer('refuse text that is too long', async () => {
      await expect(source.getRepository(Sample).save(aSample({ mood: 'x'.repeat(21) }))).rejects.toThrow('too long');
    });

    onServer('have the charset of the service, whatever the default of the server', async () => {
      const tables = await source.query(
        "SELECT DISTINCT engine AS engine, table_collation AS collation FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name IN ('samples', 'sample_texts', 'lease')",
      );
      expect(tables).toEqual([{ engine: 'InnoDB', collation: 'utf8mb4_unicode_ci' }]);
    });

    it('can be reverted', async () => {
      await source.undoLastMigration();
      expect(await source.createQueryRunner().hasTable('samples')).toBe(false);
      await source.runMigrations();
    });
  });
}
