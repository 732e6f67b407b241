import { type ResourceNames } from '../i18n/resource-names.js';
import { type PerLanguage } from '../i18n/language.js';
import { type Schema } from '../database/data-source.js';
import { type LoadedRecord } from '../content/load-records.js';
import { type TextNames } from '../content/translations/text-changes.js';
import { type DtoClass } from '../validation/dto-class.js';
import { type Translation } from '../content/translations/translation.js';
import { type EventLink, type LinkedRecord } from './event-link.js';

/** The standard operations of a resource, as its controller names their handlers. */
export type Verb = 'list' | 'create' | 'get' | 'update' | 'remove';

/** The texts of an operation in the documentation. */
export interface OperationText {
  /** A title of a few words. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
}

/**
 * Example bodies that the service accepts as they are, with an administrator's key. The first field is the name of the
 * record.
 */
export type ExampleBodies = Readonly<Record<'short' | 'full' | 'update', Readonly<Record<string, unknown>>>>;

/** Documentation of a resource that cannot be derived from its classes. */
export interface ResourceDocs {
  /** The heading of the operations, and a sentence about the records. */
  readonly about: PerLanguage<{ readonly title: string; readonly about: string }>;
  /** Texts of the operations by handler: the common ones, and those of this resource alone. */
  readonly operations: Readonly<Record<Verb, PerLanguage<OperationText>> & Record<string, PerLanguage<OperationText>>>;
  /** The French of those comments of its DTO and query classes that `openapi/texts/fr.json` does not have. */
  readonly fieldsFr?: Readonly<Record<string, string>>;
  readonly bodies: PerLanguage<ExampleBodies>;
  /** Example values of parameters that match a record of the sample. */
  readonly parameters?: PerLanguage<Readonly<Record<string, string>>>;
  /** The schema.org type of the JSON-LD of a single record, if there is one. */
  readonly jsonLd?: string;
}

/** The definition of a resource. Code that handles all resources alike gets it as an argument. */
export interface ResourceDefinition extends TextNames {
  readonly names: ResourceNames;
  /** Whether records have a status and a trash; categories and tags have none. */
  readonly isPublished: boolean;
  readonly entity: new () => LoadedRecord & LinkedRecord;
  readonly translation: new () => Translation;
  /** The class of a record's response: `_fields` takes the names of its fields. */
  readonly response: DtoClass;
  /** Its tables, and the migrations that are its own. */
  readonly schema: Schema;
  readonly docs: ResourceDocs;
  /** How events are related to records of this resource, if they are. */
  readonly link?: EventLink;
}
