import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { yieldAfterSlice } from '../../database/database.js';
import { type Caller } from '../../http/role.js';
import { Site } from '../../http/urls/site.js';
import { writableFieldsOf } from '../../http/validation/class-validator-errors.js';
import { type DtoClass } from '../../http/validation/dto-class.js';
import { Settings } from '../../lib/config/settings.js';
import { Extensions } from '../extension-api/extensions.js';
import { type LoadedRecord } from '../records/reading/load-records.js';
import { type Viewer } from '../records/record/published-record.dto.js';
import { isReviewed } from '../records/record/review.js';
import { changedContent, changedForDates, type Content } from '../records/revisions/content.js';
import { type RevisionChange } from '../records/revisions/revision.entity.js';
import { type FormerRevision, insertRevisions, type RevisedWrite } from '../records/revisions/store-revisions.js';
import { shownValue, textFieldsOf, toShownWire } from '../records/translations/text-changes.js';
import { realTranslations, resolveText } from '../records/translations/translation.js';
import { type Extended, type ResourceDefinition } from './definition.js';
import { type RelatedRecord } from './event-relation.js';
import { ReviewDecisions } from './review-decisions.js';

/** A resource whose records have revisions. */
export interface Revised<E> {
  readonly resource: RevisedResource<E>;
  /** The record of a series with the values that its dates follow; any other record as it is. */
  withSeriesValues?(manager: EntityManager, record: E): Promise<E>;
  /** Whether other dates follow the record. */
  isSeries?(record: E): boolean;
}

/** The properties of the definition of a resource that its revisions need. */
type RevisedResource<E> = ResourceDefinition & { present(record: E, viewer: Viewer): object };

/** A record before a write. */
export interface RecordState {
  readonly record: LoadedRecord;
  readonly isInTrash: boolean;
  readonly isSeries: boolean;
  readonly content: Content;
}

/** A write that is finished. */
export interface FinishedWrite<E> {
  /** Undefined for a new record. */
  readonly before?: RecordState | undefined;
  readonly after: E;
  readonly caller: Caller;
  /** The body, whose fields that no response has are named too, such as `password`. */
  readonly body?: object | undefined;
  /** By default found by comparing the states. */
  readonly change?: RevisionChange | undefined;
}

/** Fields of bodies that say how the body is to be read. */
const NO_CONTENT: ReadonlySet<string> = new Set(['translation_language', 'translations', 'apply']);

/** Stores revisions: the state of a record after each write, in the transaction of the write. */
@Injectable()
export class RevisionLog {
  private readonly isOn: boolean;
  private readonly viewer: Viewer & { readonly relatedRecords: typeof NAMES };
  private readonly fieldNames = new Map<DtoClass, readonly string[]>();

  constructor(
    site: Site,
    settings: Settings,
    private readonly extensions: Extensions,
    readonly decisions: ReviewDecisions,
  ) {
    this.isOn = settings.revisionsDays > 0;
    this.viewer = { site, language: 'en', caller: EVERYTHING_READER, relatedRecords: NAMES };
  }

  /** The state of a record before a write; undefined if revisions are switched off. */
  async stateOf<E extends LoadedRecord>(
    manager: EntityManager,
    revised: Revised<E>,
    record: E,
  ): Promise<RecordState | undefined> {
    if (!this.isOn) return undefined;
    const content = await this.stateContent(manager, revised, record);
    // A copy, since writes of events change the object.
    const isSeries = revised.isSeries?.(record) ?? false;
    return { record: { ...record }, isInTrash: isInTrash(record), isSeries, content };
  }

  /** Stores the revisions of writes that have changed something, and the states before them that no revision has. */
  async store<E extends LoadedRecord>(
    manager: EntityManager,
    revised: Revised<E>,
    writes: readonly FinishedWrite<E>[],
  ): Promise<void> {
    const changes = writes.filter(({ before, after }) => this.isOn && after.revision !== before?.record.revision);
    const made: RevisedWrite[] = [];
    for (const write of changes) {
      made.push(await this.revisionOf(manager, revised, write));
      await yieldAfterSlice(manager);
    }
    await insertRevisions(manager, made);
  }

  private async revisionOf<E extends LoadedRecord>(
    manager: EntityManager,
    revised: Revised<E>,
    { before, after, caller, body = {}, change }: FinishedWrite<E>,
  ): Promise<RevisedWrite> {
    const { resource } = revised;
    const content = await this.stateContent(manager, revised, after);
    const isSeries = before?.isSeries === true || (revised.isSeries?.(after) ?? false);
    const changed = changedContent(before?.content, content);
    const unseen = Object.keys(body).filter((name) => this.isUnseen(resource, name, body, content));
    const { plural: kind } = resource.names;
    const revision = {
      ...stateColumns(kind, after),
      content: JSON.stringify(content),
      accountId: caller?.id ?? null,
      operation: operationOf(change, changeOf(before, after)),
      fields: JSON.stringify([...changed, ...unseen]),
      appliesToDates: isSeries && changedForDates(before?.content, content).length > 0,
    };
    return { revision, former: before && formerRevision(kind, before) };
  }

  /** The content of a record, and that of its series if they differ. */
  async stateContent<E extends LoadedRecord>(manager: EntityManager, revised: Revised<E>, record: E): Promise<Content> {
    const { resource } = revised;
    const content = this.contentOf(resource, record);
    const series = (await revised.withSeriesValues?.(manager, record)) ?? record;
    return series === record ? content : { ...content, series: this.contentOf(resource, series) };
  }

  /**
   * The fields that a body of the resource has, as the record has them: presented as for an editor, with both languages.
   */
  contentOf<E extends LoadedRecord>(resource: RevisedResource<E>, record: E): Content {
    const { perLanguage = {} } = resource;
    const shown = {
      ...resource.present(record, this.viewer),
      ...(isReviewed(record) && { review_note: record.reviewNote }),
      ...(record as Extended<E>).extensionData?.fields,
    };
    const fields: Record<string, unknown> = {};
    const names: Record<string, Record<string, string>> = {};
    const derived = (resource.links ?? []).filter(({ isOwn }) => isOwn?.(record as never) === false);
    for (const name of this.fieldsOf(resource)) {
      if (derived.some(({ field }) => field === name)) continue;
      const property = perLanguage[name];
      // Responses show the value of their language; this is the one for all languages.
      const value: unknown = property
        ? shownValue(resource, name, Reflect.get(record, property), this.viewer)
        : Reflect.get(shown, name);
      if (value === undefined) continue;
      const links = Array.isArray(value) ? value.filter((one) => one instanceof NamedLink) : [];
      fields[name] = links.length > 0 ? links.map(({ id }) => id) : value;
      if (links.length > 0) names[name] = Object.fromEntries(links.map((link) => [link.id, link.name]));
    }
    const texts = realTranslations(record.translations).map((text) => [
      text.language,
      toShownWire(text, resource, this.viewer.site),
    ]);
    return { fields, texts: Object.fromEntries(texts) as Content['texts'], names };
  }

  /** The names of the fields without language in bodies of a resource. */
  fieldsOf({ body, ...resource }: ResourceDefinition): readonly string[] {
    const known = this.fieldNames.get(body);
    if (known) return known;
    const texts = textFieldsOf(resource);
    const writable = [...writableFieldsOf(body)].filter(
      ([, extension]) => extension === undefined || this.extensions.names.includes(extension),
    );
    const names = writable.map(([name]) => name).filter((name) => !texts.has(name) && !NO_CONTENT.has(name));
    this.fieldNames.set(body, names);
    return names;
  }

  /** Whether a body has a field that no response shows, such as a password or a confirmation. */
  private isUnseen(resource: ResourceDefinition, name: string, body: object, { fields }: Content): boolean {
    const isGiven = Reflect.get(body, name) !== undefined;
    return isGiven && !(name in fields) && this.fieldsOf(resource).includes(name);
  }
}

/** A related record in a revision. */
class NamedLink {
  constructor(
    readonly id: number,
    readonly name: string,
  ) {}
}

/** Presents records inside an event by their ids and names. */
const NAMES = {
  present: (_relation: unknown, record: RelatedRecord): object => {
    const { translations } = record as RelatedRecord & LoadedRecord;
    return new NamedLink(record.id, resolveText(translations, 'en').name);
  },
};

/** Sees what editors see. */
const EVERYTHING_READER: Caller = { id: 0, name: '', role: 'administrator' };

export function isInTrash(record: object): boolean {
  return 'status' in record && record.status === 'trash';
}

/** An import that moves a record to the trash does that. */
function operationOf(given: RevisionChange | undefined, found: RevisionChange): RevisionChange {
  return given === undefined || found === 'trashed' ? found : given;
}

function changeOf(before: RecordState | undefined, after: object): RevisionChange {
  if (!before) return 'created';
  if (isInTrash(after) === before.isInTrash) return 'updated';
  return before.isInTrash ? 'restored' : 'trashed';
}

/** The state before a write, whose changes are compared with the revision before it when they are read. */
function formerRevision(kind: string, { record, content, isSeries }: RecordState): FormerRevision {
  return {
    ...stateColumns(kind, record),
    content: () => JSON.stringify(content),
    accountId: record.modifiedById,
    operation: record.revision === 1 ? 'created' : 'updated',
    fields: null,
    appliesToDates: isSeries,
  };
}

function stateColumns(kind: string, { id, revision, modifiedAt }: LoadedRecord) {
  return { kind, recordId: id, recordRevision: revision, modifiedAt };
}
