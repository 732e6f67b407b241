import { type Kind } from '../i18n/resource-names.js';
import { type PerLanguage } from '../i18n/language.js';
import { type Schema } from '../database/data-source.js';
import { type Shown } from '../content/load-records.js';
import { type TextNames } from '../content/translations/text-changes.js';
import { type DtoClass } from '../validation/dto-class.js';
import { type Translation } from '../content/translations/translation.js';
import { type EventLink, type LinkedRecord } from './event-link.js';

/** The verbs of a kind's controller. */
export type Verb = 'list' | 'create' | 'get' | 'update' | 'remove';

/** What the documentation says of an operation. */
export interface OperationText {
  /** A title of a few words. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
}

/** Bodies that a service with an administrator's key accepts as they are; the record's name comes first in each. */
export type Bodies = Readonly<Record<'short' | 'full' | 'update', Readonly<Record<string, unknown>>>>;

/** What the documentation cannot read off the classes of a kind. */
export interface KindDocs {
  /** The heading of the operations, and a line on what the records are. */
  readonly about: PerLanguage<{ readonly title: string; readonly about: string }>;
  /** By the names of the handlers: the verbs of all kinds, and what a kind has beside them. */
  readonly operations: Readonly<Record<Verb, PerLanguage<OperationText>> & Record<string, PerLanguage<OperationText>>>;
  /** The comments of the kind's own DTO and query classes in French, by their English text. */
  readonly fieldsFr: Readonly<Record<string, string>>;
  readonly bodies: PerLanguage<Bodies>;
  /** Examples of parameters that find something in the sample. */
  readonly parameters?: PerLanguage<Readonly<Record<string, string>>>;
  /** The schema.org type of the JSON-LD of a single record, where there is one. */
  readonly jsonLd?: string;
}

/** What everybody may know of a kind: all that must know all kinds goes by this. */
export interface KindDefinition extends TextNames {
  /** What the kind is called. */
  readonly names: Kind;
  /** Whether records are drafted, published and trashed; terms are just there. */
  readonly isPublished: boolean;
  readonly entity: new () => Shown & LinkedRecord;
  readonly translation: new () => Translation;
  /** The class of a record's answer: its names are those that `_fields` takes. */
  readonly answer: DtoClass;
  /** Its tables, and the migrations that are its own. */
  readonly schema: Schema;
  readonly docs: KindDocs;
  /** How events are linked to records of the kind, where they are. */
  readonly link?: EventLink;
}
