import { type QueryRunner, type TableColumnOptions, type TableOptions } from 'typeorm';
import { columns } from './columns.js';
import { addColumn, addIndex, createTable } from './tables.js';

/**
 * The columns that the tables of all resources share, for migrations. They must never change, since migrations that have
 * run used them: a change of these tables is a new migration.
 */
interface KindOfRecords {
  /** The singular, such as `venue`, from which columns and tables are named. */
  readonly one: string;
  /** The name of its table, such as `venues`. */
  readonly many: string;
}

export function foreignKey(
  table: string,
  column: string,
  target: string,
  onDelete: string,
  name = column.replace(/Id$/, ''),
) {
  return {
    name: `FK_${table}_${name}`,
    columnNames: [column],
    referencedTableName: target,
    referencedColumnNames: ['id'],
    onDelete,
    onUpdate: 'NO ACTION',
  };
}

/** The columns of entities that extend `PublishedRecord`. */
export function publishedColumns(runner: QueryRunner): TableColumnOptions[] {
  const { id, unsigned, text, flag, instant } = columns(runner);
  return [
    id(),
    unsigned('authorId'),
    text('status', 16),
    text('trashedStatus', 16, { nullable: true }),
    flag('wasPublished', { default: false }),
    instant('publishedAt'),
    instant('modifiedAt'),
    unsigned('revision', { default: 1 }),
    unsigned('imageId', { nullable: true }),
  ];
}

/** The table of entities that extend `ExcerptTranslation`; with `SearchText`, unless searches read another table. */
export async function translationTable(
  runner: QueryRunner,
  { isSearchedApart = false, ...kind }: KindOfRecords & { readonly isSearchedApart?: boolean },
): Promise<void> {
  const { longText, exactText, exactLongText } = columns(runner);
  await createTexts(runner, kind, [
    longText('excerpt', { nullable: true }),
    exactText('nameKey', 512),
    ...(isSearchedApart ? [] : [exactLongText('searchText')]),
  ]);
}

/** The columns of entities with an image, in addition to `publishedColumns` and `translationTable`. */
export async function imageAlts(runner: QueryRunner, { one, many }: KindOfRecords): Promise<void> {
  const { text } = columns(runner);
  await addColumn(runner, `${one}_translations`, text('imageAlt', 255, { nullable: true }));
  await addIndex(runner, many, `IX_${many}_image`, ['imageId', 'status', 'authorId']);
}

/** Adds the columns for values that differ by language, as `ExcerptTranslation` declares them. */
export async function languageValues(runner: QueryRunner, { one }: Pick<KindOfRecords, 'one'>): Promise<void> {
  const { text, unsigned } = columns(runner);
  const table = `${one}_translations`;
  await addColumn(runner, table, text('website', 2048, { nullable: true }));
  await addColumn(runner, table, unsigned('imageId', { nullable: true }));
  await addIndex(runner, table, `IX_${table}_image`, ['imageId']);
}

/** The columns of the translation status in entities that extend `Translation`. */
export async function translationState(runner: QueryRunner, { one }: Pick<KindOfRecords, 'one'>): Promise<void> {
  const { text } = columns(runner);
  await addColumn(runner, `${one}_translations`, text('state', 8, { default: 'missing' }));
}

/** The column of the texts from which a translation was made, in entities that extend `Translation`. */
export async function translationSource(runner: QueryRunner, { one }: Pick<KindOfRecords, 'one'>): Promise<void> {
  const { text } = columns(runner);
  await addColumn(runner, `${one}_translations`, text('madeFrom', 22, { nullable: true }));
}

/** The account that wrote last, in entities that extend `PublishedRecord` or `Term`. */
export async function lastWriter(runner: QueryRunner, { many }: Pick<KindOfRecords, 'many'>): Promise<void> {
  const { unsigned } = columns(runner);
  await addColumn(runner, many, unsigned('modifiedById', { nullable: true }));
}

/** The state of the review, in entities that extend `PublishedRecord`. */
export async function reviewColumns(runner: QueryRunner, { many }: Pick<KindOfRecords, 'many'>): Promise<void> {
  const { instant, text } = columns(runner);
  await addColumn(runner, many, instant('pendingAt', { nullable: true }));
  await addColumn(runner, many, text('reviewNote', 2000, { nullable: true }));
}

/** The table of entities that extend `TermTranslation`. */
export async function termTranslationTable(runner: QueryRunner, kind: KindOfRecords): Promise<void> {
  const { text, exactText, exactLongText } = columns(runner);
  await createTexts(
    runner,
    kind,
    [
      text('nameScope', 64, { nullable: true }),
      exactText('shownSlug', 255),
      exactText('descriptionKey', 512),
      exactText('nameKey', 512),
      exactLongText('searchText'),
    ],
    [unique(kind, 'name_scope', 'nameScope')],
  );
}

const unique = ({ one }: KindOfRecords, suffix: string, column: string) => ({
  name: `UQ_${one}_translations_${suffix}`,
  columnNames: ['language', column],
  isUnique: true,
});

async function createTexts(
  runner: QueryRunner,
  kind: KindOfRecords,
  own: readonly TableColumnOptions[],
  indices: NonNullable<TableOptions['indices']> = [],
): Promise<void> {
  const { unsigned, text, flag, longText } = columns(runner);
  const name = `${kind.one}_translations`;
  await createTable(runner, {
    name,
    columns: [
      unsigned('recordId', { primary: true }),
      text('language', 2, { primary: true }),
      flag('borrowed', { default: false }),
      text('name', 255),
      text('slug', 255, { nullable: true }),
      longText('description', { nullable: true }),
      ...own,
    ],
    indices: [
      unique(kind, 'slug', 'slug'),
      ...indices,
      { name: `IX_${name}_name`, columnNames: ['language', 'nameKey'] },
      { name: `IX_${name}_borrowed`, columnNames: ['language', 'borrowed', 'recordId'] },
    ],
    foreignKeys: [foreignKey(name, 'recordId', kind.many, 'CASCADE')],
  });
}

/** The relations of events to a resource, as `createRelationEntity` declares them, for resources that come after the first five. */
export async function relationTable(
  runner: QueryRunner,
  { one, many, isOrdered }: KindOfRecords & { readonly isOrdered: boolean },
): Promise<void> {
  const { unsigned } = columns(runner);
  const [name, column] = [`event_${many}`, `${one}Id`];
  await createTable(runner, {
    name,
    columns: [
      unsigned('eventId', { primary: true }),
      unsigned(column, { primary: true }),
      ...(isOrdered ? [unsigned('position')] : []),
    ],
    indices: [{ name: `IX_${name}_${one}`, columnNames: [column, 'eventId'] }],
    foreignKeys: [foreignKey(name, 'eventId', 'events', 'CASCADE'), foreignKey(name, column, many, 'CASCADE')],
  });
}
