import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { formerNamesLike } from '../../calendar/records/translations/former-names.js';
import { looseName } from '../../calendar/records/translations/translation.js';
import { visible } from '../../calendar/records/visibility/visible.js';
import { CreateVenueDto } from '../../calendar/venues/venue.dto.js';
import { Venue, VenueTranslation } from '../../calendar/venues/venue.entity.js';
import { VENUE } from '../../calendar/venues/venue.names.js';
import { VenuesService } from '../../calendar/venues/venues.service.js';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { tableOf } from '../../database/sql/table.js';
import { type RequestContext } from '../../http/request-context.js';
import { FieldErrors } from '../../lib/errors/field-error.js';
import { type Language } from '../../lib/i18n/language.js';
import { messages } from '../../lib/i18n/messages.js';
import { fold } from '../../lib/text/fold.js';
import { MAX_NOTE_LENGTH, type SubmissionDto, type VenueInput } from './submission.dto.js';

/** The venue of a submitted event, and what its sender tells the editors. */
interface SubmittedVenue {
  readonly id: number;
  readonly note: string | null;
}

/** The venue that a submission names. */
@Injectable()
export class VenueOfSubmission {
  constructor(private readonly venues: VenuesService) {}

  /**
   * Finds a venue, or creates one that waits for a review with its event.
   * @throws {InvalidParameters} if there is no public venue with the id
   */
  async find(
    manager: EntityManager,
    venue: VenueInput,
    { address, city, note = null }: SubmissionDto,
    context: RequestContext,
  ): Promise<SubmittedVenue> {
    if ('id' in venue) {
      await assertPublicVenue(manager, venue.id);
      return { id: venue.id, note };
    }
    const sent = { venue: venue.name, ...(address && { address }), ...(city && { city }) };
    const body = Object.assign(new CreateVenueDto(), sent, { status: 'pending' });
    const known = await this.venues.findAllByName(manager, body, { ...context, caller: null }, looseName);
    const readable = await this.venues.findAllByName(manager, body, context, looseName);
    const places = await Places.read(manager, venue.name, [...known, ...readable]);
    // Anybody may have sent a venue that waits: without its address, it is not the same.
    const found = address ? places.at(address) : (known[0] ?? places.withoutAddress(readable));
    if (found !== undefined) return { id: found, note };
    if (address) {
      const [bare, longer] = [places.withoutAddress(known), withAddress(note, address, context.language)];
      if (bare !== undefined && longer.length <= MAX_NOTE_LENGTH) return { id: bare, note: longer };
    }
    // The writer of events would take any venue of the same name.
    return { id: (await this.venues.insert(manager, body, context)).id, note };
  }
}

/** The addresses of venues that a name may mean, in both languages. */
class Places {
  private constructor(
    private readonly ids: readonly number[],
    private readonly survivors: ReadonlyMap<number, number>,
    private readonly addresses: readonly { readonly id: number; readonly address: string }[],
  ) {}

  static async read(manager: EntityManager, name: string, ids: readonly number[]): Promise<Places> {
    const former = await formerNamesLike(manager, VENUE, [name]);
    const all = [...ids, ...former.map(({ formerId }) => formerId)];
    const own = await tableOf(manager, Venue).select(manager, { id: all }, { columns: ['id', 'address'] });
    const where = { recordId: all };
    const texts = await tableOf(manager, VenueTranslation).select(manager, where, { columns: ['recordId', 'address'] });
    const addresses = [...own, ...texts.map(({ recordId, address }) => ({ id: recordId, address }))];
    return new Places(
      ids,
      new Map(former.map(({ formerId, recordId }) => [formerId, recordId])),
      addresses.flatMap(({ id, address }) => (address ? [{ id, address: addressKey(address) }] : [])),
    );
  }

  /** The first venue at an address. That of a venue that was merged with another one is the other one’s, too. */
  at(address: string): number | undefined {
    const key = addressKey(address);
    const there = this.addresses.filter((one) => one.address === key).map(({ id }) => this.survivors.get(id) ?? id);
    return this.ids.find((id) => there.includes(id));
  }

  /** The first one of these venues that has no address. */
  withoutAddress(ids: readonly number[]): number | undefined {
    return ids.find((wanted) => !this.addresses.some(({ id }) => id === wanted));
  }
}

/** A note with the address of a venue that has none, which only editors may change. */
const withAddress = (note: string | null, address: string, language: Language) =>
  [note, messages[language].venueAddress(address)].filter(Boolean).join('\n');

/** Addresses that differ only by accents, case and punctuation are alike. */
const addressKey = (address: string) =>
  fold(address)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** @throws {InvalidParameters} if no public venue has the id: one that waits for a review is as unknown as any other */
async function assertPublicVenue(manager: EntityManager, id: number): Promise<void> {
  const rows = SelectBuilder.of(manager, Venue, 'venue').andWhere(visible('venue', null));
  const [found] = await rows.andWhere('venue.id = :id', { id }).read<{ id: number }>({ columns: ['venue.id AS id'] });
  const errors = new FieldErrors();
  if (!found) errors.add('venue', (texts) => texts.unknownId([id]));
  errors.throwIfAny();
}
