import { type EntityManager, type FindOptionsWhere, In, type ObjectLiteral } from 'typeorm';

/**
 * Updates several rows in one statement, each to values of its own.
 * @param shared columns that the rows have in common
 * @param key the column that tells them apart
 * @param rows all with the same columns, the key among them, of types that the driver stores as they are
 */
export async function updateEach<E extends ObjectLiteral>(
  manager: EntityManager,
  entity: new () => E,
  shared: FindOptionsWhere<E>,
  key: keyof E & string,
  rows: readonly Partial<E>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const parameters: ObjectLiteral = {};
  const valueOf = (column: keyof E & string): unknown => {
    if (rows.every((row) => row[column] === first[column])) return first[column];
    const cases = rows.map((row, place) => {
      Object.assign(parameters, { [`${key}${place}`]: row[key], [`${column}${place}`]: row[column] });
      return `WHEN :${key}${place} THEN :${column}${place}`;
    });
    return () => `CASE ${key} ${cases.join(' ')} END`;
  };
  const columns = Object.keys(first).filter((column) => column !== key);
  await manager
    .createQueryBuilder()
    .update<ObjectLiteral>(entity)
    .set(Object.fromEntries(columns.map((column) => [column, valueOf(column)])))
    .where({ ...shared, [key]: In(rows.map((row) => row[key] as unknown)) })
    .setParameters(parameters)
    .execute();
}
