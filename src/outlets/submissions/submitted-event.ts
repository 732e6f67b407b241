import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { CreateOrganizerDto } from '../../calendar/organizers/organizer.dto.js';
import { OrganizersService } from '../../calendar/organizers/organizers.service.js';
import { looseName } from '../../calendar/records/translations/translation.js';
import { RecordById } from '../../calendar/resource/relation-fields.js';
import { type RequestContext } from '../../http/request-context.js';
import { otherLanguage } from '../../lib/i18n/language.js';
import { type SubmissionDto, type SubmissionTextsDto } from './submission.dto.js';
import { VenueOfSubmission } from './submitted-venue.js';

interface Scope {
  readonly context: RequestContext;
  /** The picture that came with the submission. */
  readonly imageId?: number | undefined;
}

/** An event as the calendar takes it, and what its sender tells the editors. */
interface SubmittedEvent {
  readonly body: object;
  readonly note: string | null;
}

/** The event that a submission describes. */
@Injectable()
export class EventOfSubmission {
  constructor(
    private readonly venues: VenueOfSubmission,
    private readonly organizers: OrganizersService,
  ) {}

  /**
   * The event, in which known venues and organizers have their ids, and others wait for a review with it.
   * @throws {InvalidParameters} if there is no public venue with the id
   */
  async read(manager: EntityManager, submission: SubmissionDto, { context, imageId }: Scope): Promise<SubmittedEvent> {
    const { language } = context;
    const { start_date, end_date, all_day, cost, website, venue, organizer, categories } = submission;
    const { translations } = submission;
    const hasImage = imageId !== undefined;
    const other = otherLanguage(language);
    const own = { ...textsOf(submission, hasImage), ...textsOf(translations?.[language], hasImage) };
    const place = venue ? await this.venues.find(manager, venue, submission, context) : undefined;
    const body = defined({
      ...{ start_date, end_date, all_day, cost, website, status: 'pending' as const },
      translations: defined({ [language]: own, [other]: textsOf(translations?.[other], hasImage) }),
      image: hasImage ? { id: imageId } : undefined,
      venue: place ? [new RecordById(place.id)] : undefined,
      organizer: organizer ? [await this.organizer(manager, organizer, context)] : undefined,
      categories: categories?.map((id) => ({ id })),
    });
    return { body, note: place ? place.note : (submission.note ?? null) };
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
