import { isDeepStrictEqual } from 'node:util';
import { type EntityManager, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { selectNamed, type SqlFragment } from './statements.js';

/** The parts of a SELECT except its conditions: by default, `columns` is the id. */
interface SelectParts {
  readonly columns?: readonly string[];
  readonly order?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
}

/** A SELECT of one table, with conditions and joins. Columns are called like properties of the entities. */
export class SelectBuilder {
  private readonly parameters: ObjectLiteral = {};
  private readonly conditions: string[] = [];
  private readonly joins = new Map<string, string>();

  private constructor(
    readonly manager: EntityManager,
    private readonly table: string,
    readonly alias: string,
    private readonly hint: string,
  ) {}

  /**
   * @param hint for the optimizer of MySQL; a comment to MariaDB and SQLite. `test/plans` tests the plan that needs it
   */
  static of(manager: EntityManager, entity: EntityTarget<ObjectLiteral>, alias: string, hint?: string): SelectBuilder {
    return new SelectBuilder(manager, tableNameOf(manager, entity), alias, hint ? ` /*+ ${hint} */` : '');
  }

  copy(): SelectBuilder {
    const copy = new SelectBuilder(this.manager, this.table, this.alias, this.hint);
    copy.conditions.push(...this.conditions);
    for (const [alias, join] of this.joins) copy.joins.set(alias, join);
    Object.assign(copy.parameters, this.parameters);
    return copy;
  }

  andWhere(condition: string | SqlFragment, parameters: ObjectLiteral = {}): this {
    if (typeof condition !== 'string') return this.andWhere(condition.sql, condition.parameters);
    this.conditions.push(condition);
    this.addParameters(parameters);
    return this;
  }

  /** Joins a table, or SQL in brackets, that has at most one row for each of these. Joining it again changes nothing. */
  join(joined: EntityTarget<ObjectLiteral>, alias: string, on: string, parameters: ObjectLiteral = {}): this {
    const table = typeof joined === 'string' ? joined : tableNameOf(this.manager, joined);
    const join = ` INNER JOIN ${table} ${alias} ON ${on}`;
    if ((this.joins.get(alias) ?? join) !== join) throw new Error(`Two joins are called ${alias}.`);
    this.joins.set(alias, join);
    this.addParameters(parameters);
    return this;
  }

  /** Adds the parameters of an order or of columns. */
  bind(parameters: ObjectLiteral): this {
    this.addParameters(parameters);
    return this;
  }

  sql({ columns = [`${this.alias}.id AS id`], order = [], limit, offset = 0 }: SelectParts = {}): SqlFragment {
    const where = this.conditions.length === 0 ? '1 = 1' : this.conditions.join(' AND ');
    const joins = [...this.joins.values()].join('');
    const sql = [
      `SELECT${this.hint} ${columns.join(', ')} FROM ${this.table} ${this.alias}${joins} WHERE ${where}`,
      order.length > 0 && `ORDER BY ${order.join(', ')}`,
      limit !== undefined && `LIMIT ${limit}`,
      offset > 0 && `OFFSET ${offset}`,
    ];
    return { sql: sql.filter(Boolean).join(' '), parameters: this.parameters };
  }

  /** @throws {Error} if another clause has a parameter of the same name with another value */
  private addParameters(added: ObjectLiteral): void {
    for (const [name, value] of Object.entries(added) as [string, unknown][]) {
      if (Object.hasOwn(this.parameters, name) && !isDeepStrictEqual(this.parameters[name], value))
        throw new Error(`Two clauses have different values of the parameter ${name}.`);
      this.parameters[name] = value;
    }
  }

  read<Row>(parts?: SelectParts): Promise<Row[]> {
    return selectNamed<Row>(this.manager, this.sql(parts));
  }
}

function tableNameOf(manager: EntityManager, entity: EntityTarget<ObjectLiteral>): string {
  return manager.dataSource.getMetadata(entity).tableName;
}
