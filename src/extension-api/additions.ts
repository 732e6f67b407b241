import { type EntityManager } from 'typeorm';
import { type FieldErrors } from '../errors/field-error.js';
import { type StoreChange, type Kept } from './extension.js';

/** The data that all extensions store for a record. */
export class Additions {
  constructor(private readonly kept: readonly Kept[]) {}

  /** Fields of the response. */
  get fields(): object {
    return this.kept.reduce((all, { fields }) => ({ ...all, ...fields }), {});
  }

  /** Properties of the record's JSON-LD. */
  get jsonLd(): object {
    return this.kept.reduce((all, { jsonLd }) => ({ ...all, ...jsonLd }), {});
  }

  /** Computes what a body changes and collects its errors. */
  after(body: object, errors: FieldErrors): ChangedAdditions {
    return new ChangedAdditions(this.kept.map((kept) => ({ kept, change: kept.change(body, errors) })));
  }
}

/** A change that is not stored yet. */
export class ChangedAdditions {
  constructor(private readonly parts: readonly { kept: Kept; change: StoreChange | undefined }[]) {}

  get isChange(): boolean {
    return this.parts.some(({ change }) => change !== undefined);
  }

  async store(manager: EntityManager, id: number): Promise<Additions> {
    const kept: Kept[] = [];
    for (const part of this.parts) kept.push(part.change ? await part.change(manager, id) : part.kept);
    return new Additions(kept);
  }
}
