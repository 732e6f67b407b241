import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Accounts } from '../common/auth/accounts.js';
import { type Address, RecordNotFound } from '../common/errors/api-error.js';
import { type Faults } from '../common/errors/fault.js';
import { faultsOf } from '../common/fields/fields.pipe.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { assertMatches } from '../common/http/etag.js';
import { Transactions } from '../common/idempotency/transactions.js';
import { paging } from '../common/listing/envelope.js';
import { findPage } from '../common/listing/find-page.js';
import { inOrder } from '../common/listing/in-order.js';
import { type DeleteQuery, type LanguageQuery, type RecordQuery } from '../common/listing/list.query.js';
import { Rows } from '../common/listing/rows.js';
import { type Audience } from '../common/records/published-record.dto.js';
import { EventLinks } from '../common/records/event-links.js';
import { idsByName } from '../common/records/find-by-name.js';
import { addressedId, assertEditable, assertReadable, sayLocation } from '../common/records/find-record.js';
import { askedStatuses, whereVisible } from '../common/records/visible.js';
import {
  assertMayForce,
  assertUpdatable,
  type PublishedKind,
  preparePublished,
  removePublished,
  storePublished,
} from '../common/records/write-published.js';
import { Site } from '../common/site/site.js';
import { allTexts } from '../common/translation/all-texts.js';
import { assertTranslated } from '../common/translation/shown-text.js';
import { namesIn } from '../common/translation/text-changes.js';
import { OrganizerTranslation } from './organizer-translation.entity.js';
import {
  type CreateOrganizerDto,
  type UpdateOrganizerDto,
  OrganizerDto,
  type OrganizerListDto,
} from './organizer.dto.js';
import { Organizer } from './organizer.entity.js';
import { ORGANIZER } from './organizer.kind.js';
import { organizerColumns, organizerWords } from './organizer.write.js';
import { organizerListing, type OrganizersQuery } from './organizers.query.js';

const ORGANIZERS: PublishedKind<Organizer, OrganizerTranslation> = {
  entity: Organizer,
  texts: { kind: ORGANIZER, entity: OrganizerTranslation },
  nameField: 'organizer',
};

@Injectable()
export class OrganizersService {
  constructor(
    private readonly transactions: Transactions,
    readonly site: Site,
    readonly accounts: Accounts,
    private readonly events: EventLinks,
  ) {}

  async list(query: OrganizersQuery, context: RequestContext): Promise<OrganizerListDto> {
    const statuses = askedStatuses(query.status, context.caller);
    return this.transactions.read(async (manager) => {
      const rows = Rows.of(manager, Organizer, 'organizer');
      const scope = { manager, context, faults: faultsOf(query), site: this.site };
      const visible = whereVisible(rows, context.caller, statuses);
      const { ids, total } = await findPage(organizerListing(this.events), visible, query, scope);
      const organizers = await loadOrganizers(manager, ids);
      return {
        organizers: organizers.map((organizer) => ({
          ...OrganizerDto.of(organizer, this.audience(context)),
          ...allTexts(query, organizer.translations, 'organizer'),
        })),
        ...paging(this.site, ORGANIZER, query, total, context),
      };
    });
  }

  async get(address: Address, query: RecordQuery, context: RequestContext): Promise<OrganizerDto> {
    return this.transactions.read(async (manager) => {
      const organizer = await this.find(manager, address, context);
      assertReadable(ORGANIZER, organizer, address, context.caller);
      faultsOf(query).throwIfAny();
      assertTranslated(ORGANIZER, organizer.translations, address, query, context);
      sayLocation(ORGANIZER, organizer.translations, address, context, this.site.links);
      return { ...this.single(organizer, context), ...allTexts(query, organizer.translations, 'organizer') };
    });
  }

  async create(body: CreateOrganizerDto, query: LanguageQuery, context: RequestContext): Promise<OrganizerDto> {
    return this.transactions.write(context, async (manager) => {
      const organizer = await this.insert(manager, body, context, faultsOf(body, query));
      context.headers.set('Location', this.site.links.record(context.language, ORGANIZER, organizer.id));
      return this.single(organizer, context);
    });
  }

  /** Creates an organizer inside a transaction that is under way: one that an event brings along. */
  async insert(
    manager: EntityManager,
    body: CreateOrganizerDto,
    context: RequestContext,
    faults: Faults,
  ): Promise<Organizer> {
    const prepared = await preparePublished(manager, ORGANIZERS, undefined, body, context, this, faults);
    faults.throwIfAny();
    const columns = organizerColumns(undefined, body);
    return storePublished(manager, ORGANIZERS, undefined, prepared, columns, organizerWords(columns));
  }

  async update(
    address: Address,
    body: UpdateOrganizerDto,
    query: LanguageQuery,
    context: RequestContext,
  ): Promise<OrganizerDto> {
    return this.transactions.write(context, async (manager) => {
      const organizer = await this.find(manager, address, context);
      assertUpdatable(ORGANIZERS, organizer, address, body, context);
      assertMatches(organizer, context, () => this.single(organizer, context));
      const faults = faultsOf(body, query);
      const prepared = await preparePublished(manager, ORGANIZERS, organizer, body, context, this, faults);
      faults.throwIfAny();
      const columns = organizerColumns(organizer, body);
      const words = organizerWords(columns);
      return this.single(await storePublished(manager, ORGANIZERS, organizer, prepared, columns, words), context);
    });
  }

  async remove(address: Address, query: DeleteQuery, context: RequestContext): Promise<OrganizerDto> {
    const force = query.force === true;
    assertMayForce(force, context);
    return this.transactions.write(context, async (manager) => {
      const organizer = await this.find(manager, address, context);
      assertEditable(ORGANIZER, organizer, address, context.caller);
      assertMatches(organizer, context, () => this.single(organizer, context));
      faultsOf(query, context).throwIfAny();
      await removePublished(manager, ORGANIZERS, organizer, force);
      return this.single(organizer, context);
    });
  }

  /** Organizers with what they are shown with; those that are gone are left out. */
  load(manager: EntityManager, ids: readonly number[]): Promise<Organizer[]> {
    return loadOrganizers(manager, ids);
  }

  /** The organizer with exactly this name among those that the caller may read. */
  async findByName(
    manager: EntityManager,
    body: UpdateOrganizerDto,
    { caller }: RequestContext,
  ): Promise<number | undefined> {
    return (await idsByName(manager, Organizer, OrganizerTranslation, namesIn(body, 'organizer'), caller))[0];
  }

  private async find(manager: EntityManager, address: Address, context: RequestContext): Promise<Organizer> {
    const id = await addressedId(manager, ORGANIZER, OrganizerTranslation, address, context);
    const [organizer] = await loadOrganizers(manager, [id]);
    if (!organizer) throw new RecordNotFound(ORGANIZER, address);
    return organizer;
  }

  private single(organizer: Organizer, context: RequestContext): OrganizerDto {
    context.revision = organizer.revision;
    return OrganizerDto.single(organizer, this.audience(context));
  }

  private audience({ language, caller }: RequestContext): Audience {
    return { site: this.site, language, caller };
  }
}

/** Organizers with what they are shown with, in the order of the ids. */
async function loadOrganizers(manager: EntityManager, ids: readonly number[]): Promise<Organizer[]> {
  const organizers = await manager.find(Organizer, {
    where: { id: In(ids) },
    relations: { translations: true, image: true },
  });
  return inOrder(organizers, ids);
}
