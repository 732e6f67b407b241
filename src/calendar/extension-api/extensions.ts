import { type DynamicModule, Global, Logger, Module } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Settings } from '../../lib/config/settings.js';
import { EnabledExtensions } from '../../http/validation/request-validation.pipe.js';
import { type DtoClass } from '../../http/validation/dto-class.js';
import { type ListScope } from '../list/listing.js';
import { type SelectBuilder } from '../../database/sql/select-builder.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { type Extension, type RecordData, type RecordExtension, type SuggestedOrder } from './extension.js';
import { type FieldErrors } from '../../lib/errors/field-error.js';

/** The data that all extensions together store for a record. */
export class ExtensionData {
  constructor(private readonly parts: readonly RecordData[]) {}

  /** Fields of the response. */
  get fields(): object {
    return this.parts.reduce((all, { fields }) => ({ ...all, ...fields }), {});
  }

  /** Properties of the record's JSON-LD. */
  get jsonLd(): object {
    return this.parts.reduce((all, { jsonLd }) => ({ ...all, ...jsonLd }), {});
  }

  /** Computes what a body changes and collects its errors. Nothing is stored yet. */
  computeChange(body: object, errors: FieldErrors) {
    const changes = this.parts.map((kept) => ({ kept, change: kept.change(body, errors) }));
    return {
      hasChange: changes.some(({ change }) => change !== undefined),
      store: async (manager: EntityManager, id: number): Promise<ExtensionData> => {
        const stored: RecordData[] = [];
        for (const { kept, change } of changes) stored.push(change ? await change(manager, id) : kept);
        return new ExtensionData(stored);
      },
    };
  }
}

/** A record for which extensions may store data. */
export interface Extensible {
  readonly id: number;
  extensionData?: ExtensionData;
}

/** The extensions that are turned on. The validation of queries refuses the parameters of others. */
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
    return fields.filter(({ targets }) => targets.includes(Dto)).flatMap(({ texts }) => Object.keys(texts.en));
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
    for (const record of records) record.extensionData = new ExtensionData(getters.map((dataOf) => dataOf(record.id)));
  }

  /** The data of a new record. */
  emptyDataOf(resource: ResourceNames): ExtensionData {
    return new ExtensionData(this.recordExtensionsOf(resource).map(({ emptyData }) => emptyData));
  }

  /** Lets each extension add its filters to a list of events. Returns the order that the last one suggests. */
  filterEvents(unmaskedRows: () => SelectBuilder, parameters: object, scope: ListScope): SuggestedOrder | undefined {
    const orders = this.enabled.map((extension) => extension.filterEvents?.(unmaskedRows, parameters, scope));
    return orders.findLast((order) => order !== undefined);
  }

  private recordExtensionsOf(resource: ResourceNames): RecordExtension[] {
    return this.enabled.flatMap(({ records = [] }) => records).filter((extension) => extension.resource === resource);
  }
}

/** Provides `Extensions`, configured by the setting EXTENSIONS. */
@Global()
@Module({})
export class ExtensionsModule {
  static of(extensions: readonly Extension[]): DynamicModule {
    const useFactory = ({ extensions: names }: Settings) => {
      const unknown = names.filter((name) => !extensions.some((extension) => extension.name === name));
      if (unknown.length > 0)
        new Logger(ExtensionsModule.name).warn(
          `EXTENSIONS names what this service does not have: ${unknown.join(', ')}`,
        );
      const isEnabled = ({ name }: Extension) => names.includes(name);
      return new Extensions(
        extensions.filter(isEnabled),
        extensions.filter((extension) => !isEnabled(extension)),
      );
    };
    return {
      module: ExtensionsModule,
      providers: [
        { provide: Extensions, inject: [Settings], useFactory },
        { provide: EnabledExtensions, useExisting: Extensions },
      ],
      exports: [Extensions, EnabledExtensions],
    };
  }
}
