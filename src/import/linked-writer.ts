import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { CategoriesService } from '../categories/categories.service.js';
import { CreateCategoryDto } from '../categories/category.dto.js';
import { ImportedRecord } from '../content/imported-record.entity.js';
import { realTranslations, translationIn } from '../content/translations/shown-text.js';
import { nameKey } from '../content/translations/texts.js';
import { tableOf } from '../database/sql/table.js';
import { FieldErrors, InvalidParameters } from '../errors/field-error.js';
import { Extensions } from '../extension-api/extensions.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { CreateOrganizerDto } from '../organizers/organizer.dto.js';
import { OrganizersService } from '../organizers/organizers.service.js';
import { type LinkedRecord as Linkable } from '../resource/event-link.js';
import { CreateTagDto } from '../tags/tag.dto.js';
import { TagsService } from '../tags/tags.service.js';
import { type Language } from '../i18n/language.js';
import { type DtoClass } from '../validation/dto-class.js';
import { RequestValidationPipe } from '../validation/request-validation.pipe.js';
import { CreateVenueDto } from '../venues/venue.dto.js';
import { VenuesService } from '../venues/venues.service.js';
import { digest, leadOn, remember, rowsOf, storedOf } from './imported-records.js';
import { type Body, type LinkedName, type LinkedSource } from './record.js';
import { type LinkedOutcome, type Write } from './write.js';

export type LinkedRecord = Linkable & {
  readonly status?: string;
  readonly translations: readonly { language: Language; borrowed: boolean; slug: string | null }[];
};

type Text = { readonly recordId: number; readonly nameKey: string; readonly borrowed: boolean };

interface Kind {
  readonly dto: DtoClass<object>;
  readonly nameField: string;
  readonly service: Writer;
}

interface Writer {
  readonly resource: {
    readonly names: { readonly singular: string };
    readonly entity: new () => LinkedRecord;
    readonly translation: new () => Text;
  };
  insert(manager: EntityManager, body: object, context: RequestContext, errors: FieldErrors): Promise<LinkedRecord>;
  change(
    manager: EntityManager,
    id: number,
    body: object,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<LinkedRecord | undefined>;
  findByName?(manager: EntityManager, body: object, context: RequestContext): Promise<number | undefined>;
}

/** The state of a record after its last import: a digest of the data of the source, and the revision. */
function leftBy(row: ImportedRecord | undefined): { readonly said?: string; readonly revision?: number } {
  return JSON.parse(row?.stored ?? '{}') as object;
}

/**
 * Writes venues, organizers, categories and tags that have ids in their source. A record that was not imported before
 * is found by its name, and then only changed if its source changes it.
 */
@Injectable()
export class LinkedWriter {
  private readonly kinds: Readonly<Record<LinkedName, Kind>>;

  constructor(
    venues: VenuesService,
    organizers: OrganizersService,
    categories: CategoriesService,
    tags: TagsService,
    private readonly extensions: Extensions,
  ) {
    this.kinds = {
      venues: { dto: CreateVenueDto, nameField: 'venue', service: venues },
      organizers: { dto: CreateOrganizerDto, nameField: 'organizer', service: organizers },
      categories: { dto: CreateCategoryDto, nameField: 'name', service: categories },
      tags: { dto: CreateTagDto, nameField: 'name', service: tags },
    };
  }

  async store(write: Write, linked: LinkedSource): Promise<LinkedOutcome | undefined> {
    const { manager, context, source } = write;
    const { kind, id: externalId } = linked;
    const rows = await rowsOf(manager, kind, externalId, source);
    const body = await this.bodyOf(write, linked);
    const said = digest([context.language, body]);
    const current = rows[0] && (await this.current(manager, kind, rows[0].recordId));
    if (current?.status === 'trash') return undefined;
    const isOwn = rows[0]?.source === source;
    const before = leftBy(rows[0]);
    const isSaid = isOwn && before.said === said;
    const isKept = current && !isSaid && write.keepLocal && before.revision !== current.revision;
    if (isKept) write.kept.add(`${kind} ${current.id}`);
    let result: LinkedOutcome;
    if (current && (isSaid || isKept)) result = { id: current.id, outcome: 'unchanged' };
    else {
      result = current
        ? await this.changed(write, linked, body, { current, isOwn })
        : await this.added(write, linked, body);
      await this.remember(write, { kind, externalId, recordId: result.id }, said, current?.revision);
    }
    write.linked.push({ ...result, kind });
    return result;
  }

  private async remember(
    { manager, source }: Write,
    row: { readonly kind: LinkedName; readonly externalId: string; readonly recordId: number },
    said: string,
    before: number | undefined,
  ): Promise<void> {
    const { revision } = (await this.current(manager, row.kind, row.recordId))!;
    const rows = await storedOf(manager, row.kind, row.recordId);
    await remember(manager, { ...row, source, stored: JSON.stringify({ said, revision }) }, rows, (other) =>
      leftBy(other).revision === before ? JSON.stringify({ ...leftBy(other), revision }) : other.stored,
    );
  }

  /**
   * Adds the texts of a source in another language to a record of the calendar, unless it has texts in that language.
   */
  async translate(write: Write, linked: LinkedSource, record: LinkedRecord): Promise<void> {
    const { manager, context, source } = write;
    const { kind, id } = linked;
    const rows = await rowsOf(manager, kind, id, source);
    if (rows.length > 0) return;
    const { nameField, service } = this.kinds[kind];
    const { [nameField]: name, description } = linked.body;
    if (!translationIn(record.translations, context.language)) {
      const texts = await this.validated(kind, { [nameField]: name, description });
      await service.change(manager, record.id, texts, context, new FieldErrors());
      await this.leadOn(write, kind, linked.body, record);
    }
    const said = digest([context.language, await this.bodyOf(write, linked)]);
    await this.remember(write, { kind, externalId: id, recordId: record.id }, said, record.revision);
  }

  private async current(manager: EntityManager, kind: LinkedName, id: number) {
    const [row] = await tableOf(manager, this.kinds[kind].service.resource.entity).select(manager, { id });
    return row;
  }

  private async bodyOf({ manager, source }: Write, { kind, body, parent }: LinkedSource): Promise<Body> {
    if (kind !== 'categories' || parent === undefined) return body;
    const [above] = await rowsOf(manager, kind, parent, source);
    return above ? { ...body, parent: above.recordId } : body;
  }

  private async changed(
    { manager, context }: Write,
    { kind }: LinkedSource,
    { slug: _kept, ...body }: Body,
    { current, isOwn }: { readonly current: Pick<LinkedRecord, 'id' | 'revision'>; readonly isOwn: boolean },
  ): Promise<LinkedOutcome> {
    const { id, revision } = current;
    const { service, nameField } = this.kinds[kind];
    const dto = await this.validated(kind, body);
    // A site may return a record in another language without a translation.
    const names = isOwn ? [] : await this.namesOf(manager, kind, id);
    if (names.includes(nameKey(String(Reflect.get(dto, nameField))))) return { id, outcome: 'unchanged' };
    const after = await service.change(manager, id, dto, context, new FieldErrors());
    return { id, outcome: after && after.revision !== revision ? 'updated' : 'unchanged' };
  }

  private async added(write: Write, { kind, id }: LinkedSource, body: Body): Promise<LinkedOutcome> {
    const { manager, context, source } = write;
    const { service } = this.kinds[kind];
    const dto = await this.validated(kind, body);
    const found = service.findByName
      ? await service.findByName(manager, dto, context)
      : await this.termLike(manager, kind, body);
    if (found !== undefined && !(await this.isAnothers(manager, source, kind, id, found)))
      return { id: found, outcome: 'unchanged' };
    const record = await service.insert(manager, dto, context, new FieldErrors());
    if (service.findByName) await this.leadOn(write, kind, body, record);
    return { id: record.id, outcome: 'created' };
  }

  private leadOn(write: Write, kind: LinkedName, { slug }: Body, record: LinkedRecord): Promise<void> {
    return leadOn(write, this.kinds[kind].service.resource.names.singular, record, slug);
  }

  private async termLike(manager: EntityManager, kind: LinkedName, { name, slug }: Body): Promise<number | undefined> {
    const rows = await this.textsOf(manager, kind, { nameKey: In([nameKey(String(name))]), borrowed: false });
    if (typeof slug === 'string') rows.unshift(...(await this.textsOf(manager, kind, { slug, borrowed: false })));
    return rows[0]?.recordId;
  }

  private async textsOf(manager: EntityManager, kind: LinkedName, where: object) {
    const { translation } = this.kinds[kind].service.resource;
    return manager.find(translation, { where });
  }

  private async namesOf(manager: EntityManager, kind: LinkedName, recordId: number): Promise<string[]> {
    const texts = await this.textsOf(manager, kind, { recordId });
    return realTranslations(texts).map((text) => text.nameKey);
  }

  /** Whether the same source has the record with another id, so that it has two with the same name. */
  private async isAnothers(
    manager: EntityManager,
    source: string,
    kind: string,
    externalId: string,
    recordId: number,
  ): Promise<boolean> {
    const rows = await tableOf(manager, ImportedRecord).select(manager, { source, kind, recordId });
    return rows.some((row) => row.externalId !== externalId);
  }

  /** Validates a body. Invalid fields are left out, except the name, so that an event does not fail because of them. */
  private async validated(kind: LinkedName, body: Body): Promise<object> {
    const { dto, nameField } = this.kinds[kind];
    const pipe = new RequestValidationPipe(this.extensions);
    try {
      return await pipe.validate(dto, body);
    } catch (error) {
      if (!(error instanceof InvalidParameters) || error.errors.has(nameField)) throw error;
      const good = Object.entries(body).filter(([field]) => !error.errors.has(field));
      return pipe.validate(dto, Object.fromEntries(good));
    }
  }
}
