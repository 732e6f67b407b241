import { type EntityManager } from 'typeorm';
import { type FieldErrors } from '../errors/field-error.js';
import { type StoreChange, type RecordData } from './extension.js';

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
    return new ExtensionDataChange(this.parts.map((kept) => ({ kept, change: kept.change(body, errors) })));
  }
}

/** A validated change of extension data that is not stored yet. */
export class ExtensionDataChange {
  constructor(private readonly parts: readonly { kept: RecordData; change: StoreChange | undefined }[]) {}

  get hasChange(): boolean {
    return this.parts.some(({ change }) => change !== undefined);
  }

  async store(manager: EntityManager, id: number): Promise<ExtensionData> {
    const kept: RecordData[] = [];
    for (const part of this.parts) kept.push(part.change ? await part.change(manager, id) : part.kept);
    return new ExtensionData(kept);
  }
}
