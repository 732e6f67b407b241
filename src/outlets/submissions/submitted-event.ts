import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { CreateOrganizerDto } from '../../calendar/organizers/organizer.dto.js';
import { OrganizersService } from '../../calendar/organizers/organizers.service.js';
import { looseName } from '../../calendar/records/translations/translation.js';
import { visible } from '../../calendar/records/visibility/visible.js';
import { RecordById } from '../../calendar/resource/relation-fields.js';
import { CreateVenueDto } from '../../calendar/venues/venue.dto.js';
import { Venue } from '../../calendar/venues/venue.entity.js';
import { VenuesService } from '../../calendar/venues/venues.service.js';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { tableOf } from '../../database/sql/table.js';
import { type RequestContext } from '../../http/request-context.js';
import { FieldErrors } from '../../lib/errors/field-error.js';
import { otherLanguage } from '../../lib/i18n/language.js';
import { type SubmissionDto, type SubmissionTextsDto, type VenueInput } from './submission.dto.js';

interface Scope {
  readonly context: RequestContext;
  /** The picture that came with the submission. */
  readonly imageId?: number | undefined;
}

/** The body of the event that a submission describes. */
@Injectable()
export class EventOfSubmission {
  constructor(
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
  ) {}

  /**
   * The body of the event, in which known venues and organizers have their ids, and others wait for a review with it.
   * @throws {InvalidParameters} if there is no public venue with the id
   */
  async body(manager: EntityManager, submission: SubmissionDto, { context, imageId }: Scope): Promise<object> {
    const { language } = context;
    const { start_date, end_date, all_day, cost, website, venue, organizer, categories } = submission;
    const { translations } = submission;
    const hasImage = imageId !== undefined;
    const other = otherLanguage(language);
    const own = { ...textsOf(submission, hasImage), ...textsOf(translations?.[language], hasImage) };
    return defined({
      ...{ start_date, end_date, all_day, cost, website, status: 'pending' as const },
      translations: defined({ [language]: own, [other]: textsOf(translations?.[other], hasImage) }),
      image: hasImage ? { id: imageId } : undefined,
      venue: venue ? [await this.venue(manager, venue, submission, context)] : undefined,
      organizer: organizer ? [await this.organizer(manager, organizer, context)] : undefined,
      categories: categories?.map((id) => ({ id })),
    });
  }

  private async venue(
    manager: EntityManager,
    venue: VenueInput,
    { address, city }: SubmissionDto,
    context: RequestContext,
  ): Promise<RecordById | CreateVenueDto> {
    if ('id' in venue) {
      await assertPublicVenue(manager, venue.id);
      return new RecordById(venue.id);
    }
    const body = Object.assign(new CreateVenueDto(), defined({ venue: venue.name, address, city, status: 'pending' }));
    const anyone = { ...context, caller: null };
    const known = await this.venues.findByName(manager, body, anyone, looseName);
    if (known !== undefined) return new RecordById(known);
    // Of those that wait, which anybody may have sent, only one with the same address is the same.
    const waiting = await this.venues.findByName(manager, body, context, looseName);
    if (waiting === undefined) return body;
    const [found] = await tableOf(manager, Venue).select(manager, { id: waiting }, { columns: ['address'] });
    return (found?.address ?? null) === (address ?? null) ? new RecordById(waiting) : body;
  }

  private async organizer(
    manager: EntityManager,
    organizer: string,
    context: RequestContext,
  ): Promise<RecordById | CreateOrganizerDto> {
    const body = Object.assign(new CreateOrganizerDto(), { organizer, status: 'pending' });
    const known = await this.organizers.findByName(manager, body, context, looseName);
    return known === undefined ? body : new RecordById(known);
  }
}

/** @throws {InvalidParameters} so that nobody learns which venues wait for a review */
async function assertPublicVenue(manager: EntityManager, id: number): Promise<void> {
  const rows = SelectBuilder.of(manager, Venue, 'venue').andWhere(visible('venue', null));
  const [found] = await rows.andWhere('venue.id = :id', { id }).read<{ id: number }>({ columns: ['venue.id AS id'] });
  const errors = new FieldErrors();
  if (!found) errors.add('venue', (messages) => messages.unknownId([id]));
  errors.throwIfAny();
}

/** The texts of a language in which something was written, since forms send empty fields; undefined if there are none. */
function textsOf(texts: SubmissionTextsDto | null | undefined, hasImage: boolean): SubmissionTextsDto | undefined {
  const { title, description, image_alt } = texts ?? {};
  const sent = Object.entries({ title, description, image_alt: hasImage ? image_alt : undefined });
  const written = sent.filter(([, text]) => text !== undefined && text !== null);
  return written.length > 0 ? Object.fromEntries(written) : undefined;
}

/** The members that were sent. */
function defined<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
}
