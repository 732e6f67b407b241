import { type EntityManager } from 'typeorm';
import { ExtensionNotInstalled } from '../errors/api-error.js';
import { fieldNamesOf } from '../validation/class-validator-errors.js';
import { type EnabledExtensions } from '../validation/request-validation.pipe.js';
import { type DtoClass } from '../validation/dto-class.js';
import { type ListScope } from '../list/listing.js';
import { type Rows } from '../database/sql/rows.js';
import { type ResourceNames } from '../i18n/resource-names.js';
import { Additions } from './additions.js';
import {
  type Extension,
  type Kept,
  type ListExtension,
  type RecordExtension,
  type SuggestedOrder,
} from './extension.js';

/** A record for which extensions may store data. */
export interface Extensible {
  readonly id: number;
  additions?: Additions;
}

const listsOf = (extensions: readonly Extension[], wanted: ResourceNames): ListExtension[] =>
  extensions.flatMap(({ lists = [] }) => lists).filter(({ resource }) => resource === wanted);

const parametersOf = (extensions: readonly Extension[], resource: ResourceNames): string[] =>
  listsOf(extensions, resource).flatMap(({ parameters }) => parameters);

/** The extensions that are turned on. */
export class Extensions implements EnabledExtensions {
  /** @param off the extensions that are turned off */
  constructor(
    readonly on: readonly Extension[],
    private readonly off: readonly Extension[] = [],
  ) {}

  get names(): readonly string[] {
    return this.on.map(({ name }) => name);
  }

  /** The names of the fields that the extensions add to a class. */
  fieldsOf(Dto: DtoClass): string[] {
    const fields = this.on.flatMap(({ fields: all = [] }) => all);
    return fields.filter(({ to }) => to.includes(Dto)).flatMap(({ from }) => fieldNamesOf(from));
  }

  /** Loads the data of records, with one statement for each extension that stores data of this resource. */
  async load(resource: ResourceNames, manager: EntityManager, records: readonly Extensible[]): Promise<void> {
    if (records.length === 0) return;
    const ids = [...new Set(records.map(({ id }) => id))];
    const found: ((id: number) => Kept)[] = [];
    for (const extension of this.of(resource)) {
      const kept = await extension.read(manager, ids);
      found.push((id) => kept.get(id) ?? extension.nothing);
    }
    for (const record of records) record.additions = new Additions(found.map((of) => of(record.id)));
  }

  /** The data of a new record. */
  none(resource: ResourceNames): Additions {
    return new Additions(this.of(resource).map(({ nothing }) => nothing));
  }

  /**
   * Refuses parameters that no extension implements, because it is off or missing.
   * @param given the parameters of the request: an empty or faulty value counts like any other
   * @throws {ExtensionNotInstalled}
   */
  assertAnswered(resource: ResourceNames, declared: readonly string[], given: object): void {
    const answered = new Set(parametersOf(this.on, resource));
    const known = new Set([...declared, ...parametersOf(this.off, resource)]);
    const missing = [...known].filter((name) => Object.hasOwn(given, name) && !answered.has(name));
    if (missing.length > 0) throw new ExtensionNotInstalled(missing);
  }

  /** Adds the clauses of the parameters that extensions implement. Returns the order that the last of them suggests. */
  narrow(resource: ResourceNames, rows: Rows, parameters: object, scope: ListScope): SuggestedOrder | undefined {
    const orders = listsOf(this.on, resource).map((list) => list.narrow(rows, parameters, scope));
    return orders.findLast((order) => order !== undefined);
  }

  private of(resource: ResourceNames): RecordExtension[] {
    return this.on.flatMap(({ records = [] }) => records).filter((extension) => extension.resource === resource);
  }
}
