import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Accounts } from '../common/auth/accounts.js';
import { type Address, RecordNotFound } from '../common/errors/api-error.js';
import { type Faults } from '../common/errors/fault.js';
import { type Extensions } from '../common/extensions/extensions.js';
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
import { VenueTranslation } from './venue-translation.entity.js';
import { type CreateVenueDto, type UpdateVenueDto, VenueDto, type VenueListDto } from './venue.dto.js';
import { Venue } from './venue.entity.js';
import { VENUE } from './venue.kind.js';
import { venueColumns, venueWords } from './venue.write.js';
import { venueListing, type VenuesQuery } from './venues.query.js';

const VENUES: PublishedKind<Venue, VenueTranslation> = {
  entity: Venue,
  texts: { kind: VENUE, entity: VenueTranslation },
  nameField: 'venue',
};

@Injectable()
export class VenuesService {
  constructor(
    private readonly transactions: Transactions,
    readonly site: Site,
    readonly accounts: Accounts,
    private readonly events: EventLinks,
  ) {}

  async list(query: VenuesQuery, context: RequestContext): Promise<VenueListDto> {
    const statuses = askedStatuses(query.status, context.caller);
    return this.transactions.read(async (manager) => {
      const rows = Rows.of(manager, Venue, 'venue');
      const scope = { manager, context, faults: faultsOf(query), site: this.site };
      const visible = whereVisible(rows, context.caller, statuses);
      const { ids, total } = await findPage(venueListing(this.events), visible, query, scope);
      const venues = await loadVenues(manager, ids, this.site.extensions);
      return {
        venues: venues.map((venue) => ({
          ...VenueDto.of(venue, this.audience(context)),
          ...allTexts(query, venue.translations, 'venue'),
        })),
        ...paging(this.site, VENUE, query, total, context),
      };
    });
  }

  async get(address: Address, query: RecordQuery, context: RequestContext): Promise<VenueDto> {
    return this.transactions.read(async (manager) => {
      const venue = await this.find(manager, address, context);
      assertReadable(VENUE, venue, address, context.caller);
      faultsOf(query).throwIfAny();
      assertTranslated(VENUE, venue.translations, address, query, context);
      sayLocation(VENUE, venue.translations, address, context, this.site.links);
      return { ...this.single(venue, context), ...allTexts(query, venue.translations, 'venue') };
    });
  }

  async create(body: CreateVenueDto, query: LanguageQuery, context: RequestContext): Promise<VenueDto> {
    return this.transactions.write(context, async (manager) => {
      const venue = await this.insert(manager, body, context, faultsOf(body, query));
      context.headers.set('Location', this.site.links.record(context.language, VENUE, venue.id));
      return this.single(venue, context);
    });
  }

  /** Creates a venue inside a transaction that is under way: one that an event brings along. */
  async insert(manager: EntityManager, body: CreateVenueDto, context: RequestContext, faults: Faults): Promise<Venue> {
    const prepared = await preparePublished(manager, VENUES, undefined, body, context, this, faults);
    const columns = venueColumns(undefined, body, faults);
    const additions = this.site.extensions.none(VENUE).after(body, faults);
    faults.throwIfAny();
    const venue = await storePublished(manager, VENUES, undefined, prepared, columns, venueWords(columns));
    return Object.assign(venue, { additions: await additions.store(manager, venue.id) });
  }

  async update(
    address: Address,
    body: UpdateVenueDto,
    query: LanguageQuery,
    context: RequestContext,
  ): Promise<VenueDto> {
    return this.transactions.write(context, async (manager) => {
      const venue = await this.find(manager, address, context);
      assertUpdatable(VENUES, venue, address, body, context);
      assertMatches(venue, context, () => this.single(venue, context));
      const faults = faultsOf(body, query);
      const prepared = await preparePublished(manager, VENUES, venue, body, context, this, faults);
      const columns = venueColumns(venue, body, faults);
      const additions = venue.additions?.after(body, faults);
      faults.throwIfAny();
      const words = venueWords({ ...venue, ...columns });
      const stored = await storePublished(manager, VENUES, venue, prepared, columns, words, additions?.isChange);
      return this.single(Object.assign(stored, { additions: await additions?.store(manager, venue.id) }), context);
    });
  }

  async remove(address: Address, query: DeleteQuery, context: RequestContext): Promise<VenueDto> {
    const force = query.force === true;
    assertMayForce(force, context);
    return this.transactions.write(context, async (manager) => {
      const venue = await this.find(manager, address, context);
      assertEditable(VENUE, venue, address, context.caller);
      assertMatches(venue, context, () => this.single(venue, context));
      faultsOf(query, context).throwIfAny();
      await removePublished(manager, VENUES, venue, force);
      return this.single(venue, context);
    });
  }

  /** Venues with what they are shown with; those that are gone are left out. */
  load(manager: EntityManager, ids: readonly number[]): Promise<Venue[]> {
    return loadVenues(manager, ids, this.site.extensions);
  }

  /** The venue with exactly this name (and city, where given) among those that the caller may read. */
  async findByName(
    manager: EntityManager,
    body: UpdateVenueDto,
    { caller }: RequestContext,
  ): Promise<number | undefined> {
    const { city } = body;
    const ids = await idsByName(manager, Venue, VenueTranslation, namesIn(body, 'venue'), caller);
    if (!city || ids.length === 0) return ids[0];
    const venues = await manager.find(Venue, { select: { id: true, city: true }, where: { id: In(ids) } });
    return ids.find((id) => venues.some((venue) => venue.id === id && venue.city === city));
  }

  private async find(manager: EntityManager, address: Address, context: RequestContext): Promise<Venue> {
    const id = await addressedId(manager, VENUE, VenueTranslation, address, context);
    const [venue] = await loadVenues(manager, [id], this.site.extensions);
    if (!venue) throw new RecordNotFound(VENUE, address);
    return venue;
  }

  private single(venue: Venue, context: RequestContext): VenueDto {
    context.revision = venue.revision;
    return VenueDto.single(venue, this.audience(context));
  }

  private audience({ language, caller }: RequestContext): Audience {
    return { site: this.site, language, caller };
  }
}

/** Venues with what they are shown with, in the order of the ids. */
async function loadVenues(manager: EntityManager, ids: readonly number[], extensions: Extensions): Promise<Venue[]> {
  const venues = await manager.find(Venue, { where: { id: In(ids) }, relations: { translations: true, image: true } });
  await extensions.load(VENUE, manager, venues);
  return inOrder(venues, ids);
}
