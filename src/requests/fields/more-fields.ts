import { type MoreFields } from '../../values/parser.js';

/** Tells which fields are read together with those of a class; provided by the extensions. */
export abstract class FieldsOfExtensions {
  abstract readonly moreFields: MoreFields;
}
