import { type EntityManager } from 'typeorm';
import { type FieldErrors } from '../errors/field-error.js';
import { type RecordData } from './extension.js';

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

  /** Computes what a body changes and collects its errors. */
  computeChange(body: object, errors: FieldErrors): ExtensionDataChange {
    const changes = this.parts.map((kept) => ({ kept, change: kept.change(body, errors) }));
    return {
      hasChange: changes.some(({ change }) => change !== undefined),
      store: async (manager, id) => {
        const stored: RecordData[] = [];
        for (const { kept, change } of changes) stored.push(change ? await change(manager, id) : kept);
        return new ExtensionData(stored);
      },
    };
  }
}

/** A validated change of extension data that is not stored yet. */
export interface ExtensionDataChange {
  readonly hasChange: boolean;
  readonly store: (manager: EntityManager, id: number) => Promise<ExtensionData>;
}
