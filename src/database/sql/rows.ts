import { type EntityManager, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { isSqlite } from '../data-source.js';
import { ask, type Condition } from './condition.js';

/** The parts of a SELECT beside its conditions. */
export interface SelectParts {
  /** SQL of the columns; the id and what else is to be read where nothing is said. */
  readonly columns?: readonly string[];
  readonly order?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
}

/**
 * Rows of one table, narrowed step by step: SQL, put together as it is written, since lists are asked for all day. Names
 * in it are those of the columns, which are called like the properties of the entities; values go in as parameters.
 */
export class Rows {
  private parameters: ObjectLiteral = {};
  private readonly conditions: string[] = [];
  private readonly joins = new Map<string, string>();
  private readonly columns: string[] = [];
  private readonly hints: { readonly hint: string; readonly isForPages: boolean }[] = [];

  private isSortedApart = false;
  private index = '';
  /** SQL of the ids of those to begin with, where it is said. */
  private ids: string | undefined;
  private stepsKnown = 0;

  private constructor(
    readonly manager: EntityManager,
    private readonly table: string,
    readonly alias: string,
  ) {}

  static of(manager: EntityManager, entity: EntityTarget<ObjectLiteral>, alias: string): Rows {
    return new Rows(manager, tableNameOf(manager, entity), alias);
  }

  copy(): Rows {
    const copy = new Rows(this.manager, this.table, this.alias);
    copy.conditions.push(...this.conditions);
    copy.columns.push(...this.columns);
    copy.hints.push(...this.hints);
    for (const [alias, join] of this.joins) copy.joins.set(alias, join);
    copy.isSortedApart = this.isSortedApart;
    copy.index = this.index;
    copy.ids = this.ids;
    copy.stepsKnown = this.stepsKnown;
    return copy.with(this.parameters);
  }

  andWhere(condition: string, parameters: ObjectLiteral = {}): this {
    this.conditions.push(condition);
    return this.with(parameters);
  }

  /** Drops the conditions so far; their parameters stay. */
  clearConditions(): this {
    this.conditions.length = 0;
    this.ids = undefined;
    return this;
  }

  /** Joins a table, or SQL in brackets, of which each row has one row at most; once, however often it is asked for. */
  join(joined: EntityTarget<ObjectLiteral>, alias: string, on: string, parameters: ObjectLiteral = {}): this {
    const table = typeof joined === 'string' ? joined : tableNameOf(this.manager, joined);
    this.joins.set(alias, ` INNER JOIN ${table} ${alias} ON ${on}`);
    return this.with(parameters);
  }

  /** Has a column read beside the id. */
  alsoRead(column: string): this {
    this.columns.push(column);
    return this;
  }

  /**
   * An optimizer hint for MySQL, where its own plan is a bad one; to MariaDB and SQLite it is a comment.
   * @param isForPages whether that is so where the first ones in some order are read, too
   */
  hint(hint: string, isForPages = true): this {
    this.hints.push({ hint, isForPages });
    return this;
  }

  /**
   * Has the rows found first and sorted then: for few rows, since an index in their order would be read past all others.
   */
  sortApart(): this {
    this.isSortedApart = true;
    return this;
  }

  /** Has the table read by this index and no other. */
  through(index: string): this {
    this.index = isSqlite(this.manager.dataSource) ? ` INDEXED BY ${index}` : ` FORCE INDEX (${index})`;
    return this;
  }

  /**
   * Keeps those whose ids (`id`) some SQL names, each once, and has the database begin with these: they are few, which no
   * statistics know.
   */
  among({ sql, parameters }: Condition): this {
    this.ids = sql;
    return this.with(parameters);
  }

  isJoined(alias: string): boolean {
    return this.joins.has(alias);
  }

  with(parameters: ObjectLiteral): this {
    Object.assign(this.parameters, parameters);
    return this;
  }

  /** Narrows the rows without counting that as a step: by what the one who counts them knows anyway. */
  asKnown(narrow: () => void): void {
    const before = this.steps;
    narrow();
    this.stepsKnown += this.steps - before;
  }

  /** How often the rows were narrowed, `asKnown` aside: a list that is narrowed by more than its selection is told by that. */
  get steps(): number {
    const narrowed = this.conditions.length + this.joins.size + (this.ids === undefined ? 0 : 1);
    return narrowed - this.stepsKnown;
  }

  sql({
    columns = [`${this.alias}.id AS id`, ...this.columns],
    order = [],
    limit,
    offset = 0,
  }: SelectParts = {}): Condition {
    const where = this.conditions.length === 0 ? '1 = 1' : this.conditions.join(' AND ');
    const joins = [...this.joins.values()].join('');
    const given = this.hints.filter(({ isForPages }) => isForPages || limit === undefined).map(({ hint }) => hint);
    const hints = given.length === 0 ? '' : `/*+ ${given.join(' ')} */ `;
    const sql = [
      `SELECT ${hints}${columns.join(', ')} FROM ${this.from()}${joins} WHERE ${where}`,
      order.length > 0 && `ORDER BY ${(this.isSortedApart ? order.map(byNoIndex) : order).join(', ')}`,
      limit !== undefined && `LIMIT ${limit}`,
      offset > 0 && `OFFSET ${offset}`,
    ];
    return { sql: sql.filter(Boolean).join(' '), parameters: this.parameters };
  }

  private from(): string {
    const table = `${this.table} ${this.alias}${this.index}`;
    if (this.ids === undefined) return table;
    // Both join in the order in which they are written.
    const join = isSqlite(this.manager.dataSource) ? 'CROSS JOIN' : 'STRAIGHT_JOIN';
    return `(${this.ids}) named ${join} ${table} ON ${this.alias}.id = named.id`;
  }

  read<Row>(parts?: SelectParts): Promise<Row[]> {
    return ask<Row>(this.manager, this.sql(parts));
  }
}

/** The same order by what no index holds. */
function byNoIndex(ordered: string): string {
  return ordered.replace(/^(.*) (ASC|DESC)$/, 'COALESCE($1, NULL) $2');
}

function tableNameOf(manager: EntityManager, entity: EntityTarget<ObjectLiteral>): string {
  return manager.dataSource.getMetadata(entity).tableName;
}
