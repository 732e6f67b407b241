import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { CategoriesService } from '../../calendar/categories/categories.service.js';
import { CreateCategoryDto } from '../../calendar/categories/category.dto.js';
import { ImportedRecord } from '../../calendar/records/identity/imported-record.entity.js';
import { formerNamesLike } from '../../calendar/records/translations/former-names.js';
import {
  looseName,
  nameKey,
  type Translation,
  translationIn,
} from '../../calendar/records/translations/translation.js';
import { tableOf } from '../../database/sql/table.js';
import { InvalidParameters } from '../../lib/errors/field-error.js';
import { type RequestContext } from '../../http/request-context.js';
import { CreateOrganizerDto } from '../../calendar/organizers/organizer.dto.js';
import { OrganizersService } from '../../calendar/organizers/organizers.service.js';
import { RecordById, type RelationInput } from '../../calendar/resource/relation-fields.js';
import { namesIn, type TextBody } from '../../calendar/records/translations/text-changes.js';
import { type Notation } from '../../calendar/records/writing/resolve-references.js';
import { type ResourceDefinition } from '../../calendar/resource/definition.js';
import { PublishedService } from '../../calendar/resource/published.service.js';
import { CreateTagDto } from '../../calendar/tags/tag.dto.js';
import { TagsService } from '../../calendar/tags/tags.service.js';
import { type DtoClass } from '../../http/validation/dto-class.js';
import { type IdOrText } from '../../http/validation/parsers.js';
import { RequestValidationPipe } from '../../http/validation/request-validation.pipe.js';
import { CreateVenueDto } from '../../calendar/venues/venue.dto.js';
import { VenuesService } from '../../calendar/venues/venues.service.js';
import { addFormerSlug, digest, rowsByExternalId, saveImportedRecord } from './imported-records.js';
import { type Body, type RelatedKind, type RelatedSource } from './record.js';
import { type Outcome, type WriteContext } from './write.js';

export type SavedRelatedRecord = InstanceType<ResourceDefinition['entity']> & { readonly status?: string };

/** The methods that the services of venues, organizers, categories and tags share. */
interface Service {
  readonly resource: Pick<ResourceDefinition, 'names' | 'nameField' | 'translation'> & {
    readonly entity: new () => SavedRelatedRecord;
  };
  insert(manager: EntityManager, body: object, context: RequestContext): Promise<SavedRelatedRecord>;
  change(
    manager: EntityManager,
    id: number,
    body: object,
    context: RequestContext,
  ): Promise<SavedRelatedRecord | undefined>;
}

/** The methods of venues and organizers that find records by their names. */
interface NamedService extends Service {
  findByName(
    manager: EntityManager,
    body: TextBody,
    context: RequestContext,
    notation: Notation,
  ): Promise<number | undefined>;
  placeOf(body: TextBody): string | null;
}

/** The state of a record after its last import: a digest of the data of the source, and the revision. */
function stateAfterImport(row: ImportedRecord | undefined): {
  readonly sourceDigest?: string;
  readonly revision?: number;
} {
  return JSON.parse(row?.stored ?? '{}') as object;
}

/** Writes records with ids of their source. A new one is found by its name, and changed once its source changes. */
@Injectable()
export class RelatedWriter {
  private readonly kinds: Readonly<Record<RelatedKind, { readonly dto: DtoClass<object>; readonly service: Service }>>;

  private readonly published: Readonly<Record<'venues' | 'organizers', NamedService>>;

  constructor(
    venues: VenuesService,
    organizers: OrganizersService,
    categories: CategoriesService,
    tags: TagsService,
    private readonly validation: RequestValidationPipe,
  ) {
    this.published = { venues, organizers };
    this.kinds = {
      venues: { dto: CreateVenueDto, service: venues },
      organizers: { dto: CreateOrganizerDto, service: organizers },
      categories: { dto: CreateCategoryDto, service: categories },
      tags: { dto: CreateTagDto, service: tags },
    };
  }

  /** @returns the id of the record; undefined if it is in the trash */
  async store(write: WriteContext, related: RelatedSource): Promise<number | undefined> {
    const { manager, source, context, keepLocal } = write;
    const { kind } = related;
    const [row] = await rowsByExternalId(manager, kind, related.id, source);
    const current = row && (await this.current(manager, kind, row.recordId));
    if (current?.status === 'trash') return undefined;
    const body = await this.bodyOf(write, related);
    const sourceDigest = digest([context.language, body]);
    const last = stateAfterImport(row);
    const isUnchanged = row?.source === source && last.sourceDigest === sourceDigest;
    const isKept = keepLocal && last.revision !== current?.revision;
    let [id, outcome]: [number, Outcome] = [current?.id ?? 0, 'unchanged'];
    if (!current || !(isUnchanged || isKept)) {
      if (current) outcome = await this.change(write, kind, body, current);
      else [id, outcome] = await this.findOrCreate(write, related, body);
      await this.remember(write, related, id, sourceDigest, current?.revision);
    } else if (!isUnchanged) write.kept.add(`${kind} ${id}`);
    write.related.push({ id, outcome, kind });
    return id;
  }

  /** @param before the revision before this import; rows of other sources that have it get the new revision, too */
  private async remember(
    { manager, source }: WriteContext,
    { kind, id: externalId }: RelatedSource,
    recordId: number,
    sourceDigest: string,
    before: number | undefined,
  ): Promise<void> {
    const { revision } = (await this.current(manager, kind, recordId))!;
    const row = { kind, externalId, recordId, source, stored: JSON.stringify({ sourceDigest, revision }) };
    const known = await tableOf(manager, ImportedRecord).select(manager, { kind, recordId });
    await saveImportedRecord(manager, row, known, (knownRow) => {
      const state = stateAfterImport(knownRow);
      return state.revision === before ? JSON.stringify({ ...state, revision }) : knownRow.stored;
    });
  }

  /** Adds the texts of a source in another language to a record, unless it has texts in that language. */
  async translate(write: WriteContext, related: RelatedSource, record: SavedRelatedRecord): Promise<void> {
    const { manager, context, source } = write;
    const { kind } = related;
    if ((await rowsByExternalId(manager, kind, related.id, source)).length > 0) return;
    const { service } = this.kinds[kind];
    const { nameField, names } = service.resource;
    const { [nameField]: name, description } = related.body;
    if (!translationIn(record.translations, context.language)) {
      const texts = await this.validated(kind, { [nameField]: name, description });
      await service.change(manager, record.id, texts, context);
      await addFormerSlug(write, names.singular, record, related.body.slug);
    }
    const sourceDigest = digest([context.language, await this.bodyOf(write, related)]);
    await this.remember(write, related, record.id, sourceDigest, record.revision);
  }

  /**
   * Replaces names by ids of terms with the same name, without regard to case and accents. Digits alone (`2018`) are a
   * name, too: in the body of an event they would be an id. Other names stay: they may be slugs, or those of new terms.
   */
  async termsByName({ manager, context }: WriteContext, kind: 'categories' | 'tags', refs: readonly IdOrText[] = []) {
    const names = refs.flatMap((ref) => ('text' in ref ? nameKey(ref.text) : []));
    const known = await this.textsOf(manager, kind, { nameKey: In(names), borrowed: false });
    const settled = new Map<string, IdOrText>();
    for (const ref of refs) {
      const key = 'text' in ref ? nameKey(ref.text) : `#${ref.id}`;
      if (settled.has(key)) continue;
      settled.set(key, ref);
      if (!('text' in ref)) continue;
      const alike = known.filter(({ name }) => nameKey(name) === key);
      const term = alike.find(({ name }) => name === ref.text) ?? alike[0];
      const survivor = term ? undefined : await this.survivorOf(manager, kind, ref.text);
      if (term) settled.set(key, { id: term.recordId });
      else if (survivor !== undefined) settled.set(key, { id: survivor });
      else if (/^\d+$/.test(ref.text)) {
        const { id } = await this.kinds[kind].service.insert(manager, { name: ref.text }, context);
        settled.set(key, { id });
      }
    }
    return [...settled.values()];
  }

  /**
   * Replaces venues or organizers by ids of records with the same name, without regard to case, the number of blanks, and
   * the kind of apostrophe or hyphen. Of new ones that are alike, the first stays.
   */
  async recordsByName(
    { manager, context }: WriteContext,
    kind: 'venues' | 'organizers',
    inputs: readonly RelationInput<TextBody>[],
  ): Promise<RelationInput<TextBody>[]> {
    const service = this.published[kind];
    const settled = new Map<string, RelationInput<TextBody>>();
    for (const input of inputs) {
      const id = input instanceof RecordById ? input.id : await service.findByName(manager, input, context, looseName);
      if (id !== undefined) settled.set(String(id), new RecordById(id));
      else {
        const body = input as TextBody;
        const names = [...namesIn(body, service.resource.nameField), service.placeOf(body) ?? ''];
        const key = JSON.stringify(names.map(looseName));
        if (!settled.has(key)) settled.set(key, body);
      }
    }
    return [...settled.values()];
  }

  /** The term with which one of this name was merged, unless another one has the name as its slug. */
  private async survivorOf(manager: EntityManager, kind: RelatedKind, name: string): Promise<number | undefined> {
    const formerNames = await formerNamesLike(manager, this.kinds[kind].service.resource.names, [name]);
    if (formerNames.length === 0) return undefined;
    const slugs = await this.textsOf(manager, kind, { slug: name.toLowerCase(), borrowed: false });
    return slugs.length > 0 ? undefined : formerNames[0]!.recordId;
  }

  private async current(manager: EntityManager, kind: RelatedKind, id: number) {
    const [row] = await tableOf(manager, this.kinds[kind].service.resource.entity).select(manager, { id });
    return row;
  }

  private async bodyOf({ manager, source }: WriteContext, { kind, body, parent }: RelatedSource): Promise<Body> {
    const [above] = parent === undefined ? [] : await rowsByExternalId(manager, kind, parent, source);
    return above ? { ...body, parent: above.recordId } : body;
  }

  private async change(
    { manager, context }: WriteContext,
    kind: RelatedKind,
    { slug: _kept, ...body }: Body,
    { id, revision }: SavedRelatedRecord,
  ): Promise<Outcome> {
    const dto = await this.validated(kind, body);
    const after = await this.kinds[kind].service.change(manager, id, dto, context);
    return after && after.revision !== revision ? 'updated' : 'unchanged';
  }

  private async findOrCreate(write: WriteContext, { kind, id }: RelatedSource, body: Body): Promise<[number, Outcome]> {
    const { manager, context, source } = write;
    const { service } = this.kinds[kind];
    const dto = await this.validated(kind, body);
    const isTerm = !(service instanceof PublishedService);
    const recordId = isTerm
      ? await this.termLike(manager, kind, body)
      : await service.findByName(manager, dto, context, looseName);
    const rows = recordId ? await tableOf(manager, ImportedRecord).select(manager, { source, kind, recordId }) : [];
    // A source may have two records with the same name.
    if (recordId && rows.every(({ externalId }) => externalId === id)) return [recordId, 'unchanged'];
    const record = await service.insert(manager, dto, context);
    if (!isTerm) await addFormerSlug(write, service.resource.names.singular, record, body.slug);
    return [record.id, 'created'];
  }

  private async termLike(manager: EntityManager, kind: RelatedKind, { name, slug }: Body): Promise<number | undefined> {
    const rows = await this.textsOf(manager, kind, { nameKey: nameKey(String(name)), borrowed: false });
    if (typeof slug === 'string') rows.unshift(...(await this.textsOf(manager, kind, { slug, borrowed: false })));
    return rows[0]?.recordId ?? this.survivorOf(manager, kind, String(name));
  }

  private textsOf(manager: EntityManager, kind: RelatedKind, where: object): Promise<Translation[]> {
    return manager.find(this.kinds[kind].service.resource.translation, { where, order: { recordId: 'ASC' } });
  }

  /** Validates a body. Invalid fields are left out, except the name, so that an event does not fail because of them. */
  private async validated(kind: RelatedKind, body: Body): Promise<object> {
    const { dto, service } = this.kinds[kind];
    try {
      return await this.validation.validate(dto, body);
    } catch (error) {
      if (!(error instanceof InvalidParameters) || error.errors.has(service.resource.nameField)) throw error;
      const good = Object.entries(body).filter(([field]) => !error.errors.has(field));
      return this.validation.validate(dto, Object.fromEntries(good));
    }
  }
}
