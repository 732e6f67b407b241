import { type EntityManager } from 'typeorm';
import { ExtensionNotInstalled } from '../errors/api-error.js';
import { fieldNamesOf } from '../validation/class-validator-errors.js';
import { type EnabledExtensions } from '../validation/request-validation.pipe.js';
import { type DtoClass } from '../validation/dto-class.js';
import { type ListScope } from '../list/listing.js';
import { type SelectBuilder } from '../database/sql/select-builder.js';
import { type ResourceNames } from '../i18n/resource-names.js';
import { ExtensionData } from './extension-data.js';
import {
  type Extension,
  type RecordData,
  type ListExtension,
  type RecordExtension,
  type SuggestedOrder,
} from './extension.js';

/** A record for which extensions may store data. */
export interface Extensible {
  readonly id: number;
  additions?: ExtensionData;
}

const listExtensionsOf = (extensions: readonly Extension[], wanted: ResourceNames): ListExtension[] =>
  extensions.flatMap(({ lists = [] }) => lists).filter(({ resource }) => resource === wanted);

const parametersOf = (extensions: readonly Extension[], resource: ResourceNames): string[] =>
  listExtensionsOf(extensions, resource).flatMap(({ parameters }) => parameters);

/** The extensions that are turned on. */
export class Extensions implements EnabledExtensions {
  /** @param disabled the extensions that are turned off */
  constructor(
    readonly enabled: readonly Extension[],
    readonly disabled: readonly Extension[] = [],
  ) {}

  get names(): readonly string[] {
    return this.enabled.map(({ name }) => name);
  }

  /** The names of the fields that the extensions add to a class. */
  fieldsOf(Dto: DtoClass): string[] {
    const fields = this.enabled.flatMap(({ fields: all = [] }) => all);
    return fields.filter(({ targets }) => targets.includes(Dto)).flatMap(({ source }) => fieldNamesOf(source));
  }

  /** Loads the data of records, with one statement for each extension that stores data of this resource. */
  async load(resource: ResourceNames, manager: EntityManager, records: readonly Extensible[]): Promise<void> {
    if (records.length === 0) return;
    const ids = [...new Set(records.map(({ id }) => id))];
    const getters: ((id: number) => RecordData)[] = [];
    for (const extension of this.recordExtensionsOf(resource)) {
      const kept = await extension.read(manager, ids);
      getters.push((id) => kept.get(id) ?? extension.emptyData);
    }
    for (const record of records) record.additions = new ExtensionData(getters.map((of) => of(record.id)));
  }

  /** The data of a new record. */
  emptyDataOf(resource: ResourceNames): ExtensionData {
    return new ExtensionData(this.recordExtensionsOf(resource).map(({ emptyData }) => emptyData));
  }

  /**
   * Refuses parameters that no extension implements, because it is off or missing.
   * @param given the raw parameters of the request; a parameter counts even if its value is empty or invalid
   * @throws {ExtensionNotInstalled}
   */
  assertImplemented(resource: ResourceNames, declared: readonly string[], given: object): void {
    const implemented = new Set(parametersOf(this.enabled, resource));
    const known = new Set([...declared, ...parametersOf(this.disabled, resource)]);
    const missing = [...known].filter((name) => Object.hasOwn(given, name) && !implemented.has(name));
    if (missing.length > 0) throw new ExtensionNotInstalled(missing);
  }

  /** Lets each extension add its filters. Returns the order that the last one suggests. */
  addFilters(
    resource: ResourceNames,
    rows: SelectBuilder,
    parameters: object,
    scope: ListScope,
  ): SuggestedOrder | undefined {
    const orders = listExtensionsOf(this.enabled, resource).map((list) => list.addFilters(rows, parameters, scope));
    return orders.findLast((order) => order !== undefined);
  }

  private recordExtensionsOf(resource: ResourceNames): RecordExtension[] {
    return this.enabled.flatMap(({ records = [] }) => records).filter((extension) => extension.resource === resource);
  }
}
