import { type EntityManager } from 'typeorm';
import { type LoadedRecord, type RecordEntities } from '../records/reading/load-records.js';
import { type PublishedBodyDto, type PublishedTextsDto } from '../records/record/published-body.dto.js';
import { type Viewer } from '../records/record/published-record.dto.js';
import { type Term, type TermResource } from '../records/taxonomy/term.js';
import { type TermBodyDto } from '../records/taxonomy/term.dto.js';
import { type TextBody, type TextNames } from '../records/translations/text-changes.js';
import { type Translation } from '../records/translations/translation.js';
import { type PublishedWithTexts } from '../records/record/published-record.js';
import { type PublishedResource } from '../records/writing/write-published.js';
import { type Schema } from '../../database/data-source.js';
import { type FieldErrors } from '../../lib/errors/field-error.js';
import { type ExtensionData } from '../extension-api/extensions.js';
import { type PerLanguage } from '../../lib/i18n/language.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { type Listing } from '../list/listing.js';
import { type TermsQuery } from '../list/terms.query.js';
import { type FieldsQuery } from '../records/reading/record.query.js';
import { type DtoClass } from '../../http/validation/dto-class.js';
import { type EventRelation, type RelatedRecord } from './event-relation.js';
import { type RestoreQuery } from './restore.query.js';

/** The standard operations of a resource, as its controller names their handlers. */
export type Verb = 'list' | 'create' | 'get' | 'update' | 'remove';

/** The texts of an operation in the documentation. */
export interface OperationText {
  /** A title of a few words. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
}

/** Example bodies that the service accepts from an administrator. The first field is the name of the record. */
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

/** A field of bodies that names other records by their ids. */
export interface LinkField {
  readonly field: string;
  /** Whether the field of a record is its own; otherwise it derives from another one. By default it always is. */
  readonly isOwn?: (record: never) => boolean;
  /** Absent for records of the same resource. */
  readonly resource?: ResourceDefinition;
}

/** The definition of a resource. Code that handles all resources alike gets it as an argument. */
export interface ResourceDefinition extends TextNames {
  readonly names: ResourceNames;
  /** Whether records have a status and a trash; categories and tags have none. */
  readonly isPublished: boolean;
  readonly entity: new () => LoadedRecord & RelatedRecord;
  readonly translation: new () => Translation;
  /** The class of the body of an update, whose fields revisions keep. */
  readonly body: DtoClass;
  /** The fields of bodies that name other records by their ids. */
  readonly links?: readonly LinkField[];
  /** Whether a record may represent a series of dates, which a revision can restore. */
  readonly hasDates?: boolean;
  /** The class of a record's response: `_fields` takes the names of its fields. */
  readonly response: DtoClass;
  /** The parameters of writes of a record, if there are more than those of every resource. */
  readonly writeQuery?: typeof FieldsQuery;
  /** The parameters of the return to a revision, if there are more than those of every resource. */
  readonly restoreQuery?: typeof RestoreQuery;
  /** Its tables, and the migrations that are its own. */
  readonly schema: Schema;
  readonly docs: ResourceDocs;
  /** How events are related to records of this resource, if they are. */
  readonly relation?: EventRelation;
}

/** A record with the data of extensions. */
export type Extended<E> = E & { extensionData?: ExtensionData };

/** The definition of a resource that a `ResourceService` reads and writes. */
export interface ServedResource<E extends { readonly id: number }, D extends object> extends ResourceDefinition {
  readonly present: (record: E, viewer: Viewer) => D;
  /** The record as JSON-LD of schema.org, derived from the fields of the response. */
  readonly jsonLd?: (shown: D, record: E) => object;
}

/** The definition of a resource whose records are loaded from its entities alone. */
type RecordDefinition<E extends LoadedRecord, D extends object> = Omit<ServedResource<E, D>, keyof RecordEntities<E>> &
  RecordEntities<E>;

/** The body of any published resource. */
export type PublishedBody = PublishedBodyDto &
  TextBody & { translations?: Partial<Record<string, PublishedTextsDto | null>> };

/** A resource whose records have a status and a trash, and that events may be related to. */
export interface PublishedDefinition<E extends PublishedWithTexts, B extends PublishedBody, D extends object>
  extends Omit<RecordDefinition<E, D>, 'entity' | 'translation'>, PublishedResource<E> {
  readonly isPublished: true;
  /** The columns that only this resource has after a write: the values of the body, else the stored ones. */
  readonly columns: (current: E | undefined, body: B, errors: FieldErrors) => Partial<E>;
  /** Fields of responses that are derived from several columns. If a body repeats them unchanged, they are ignored. */
  readonly derived?: (record: E) => Readonly<Record<string, string | null>>;
  /** Searchable words of a record, in addition to its texts. */
  readonly words: (record: Partial<E>) => readonly (string | null)[];
  /** The field that tells records with the same name apart, in bodies and in the entity. Without it, the first one is used. */
  readonly toldApartBy?: keyof B & keyof E & string;
}

/** How the children of a deleted term move to another one. */
export interface TermRemoval<E> {
  readonly children: readonly E[];
  /** The term to which they move; by default its parent. */
  readonly heir?: number | undefined;
  /** The account that deletes the term. */
  readonly writerId: number;
}

/** A taxonomy: a resource whose terms classify events. */
export interface TermDefinition<E extends Term, B extends TermBodyDto, D extends object, Q extends TermsQuery>
  extends Omit<RecordDefinition<E, D>, 'entity' | 'translation'>, TermResource<E> {
  readonly isPublished: false;
  readonly listing: Listing<Q>;
  /** The columns that only this resource has after a write, such as the parent of a category. Adds errors. */
  readonly columns: (
    manager: EntityManager,
    current: E | undefined,
    body: B,
    errors: FieldErrors,
  ) => Promise<Partial<E>>;
  /** Deletes a term permanently, with dependent changes. */
  readonly remove: (manager: EntityManager, term: E, removal: TermRemoval<E>) => Promise<void>;
  /** The ids of the children of a term, in a tree. */
  readonly childIds?: (manager: EntityManager, id: number) => Promise<number[]>;
  /** Whether a term is below another one, in a tree. */
  readonly isBelow?: (manager: EntityManager, id: number, above: number) => Promise<boolean>;
}
