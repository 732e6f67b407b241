import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { CreateEventDto } from '../../calendar/events/event.dto.js';
import { EventsService } from '../../calendar/events/events.service.js';
import { ImagesService } from '../../calendar/images/images.service.js';
import { invalidFile, type UploadedFile } from '../../calendar/images/multipart-upload.js';
import { Database } from '../../database/database.js';
import { tableOf } from '../../database/sql/table.js';
import { assertMarkupLimits } from '../../http/body-limits.js';
import { lockAccount } from '../../http/auth/account-store.js';
import { serviceAccount } from '../../http/auth/service-accounts.js';
import { type RequestContext } from '../../http/request-context.js';
import { ResponseMeta } from '../../http/response/response-meta.js';
import { type Caller } from '../../http/role.js';
import { RequestValidationPipe } from '../../http/validation/request-validation.pipe.js';
import { DAY } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { RouteNotFound } from '../../lib/errors/api-error.js';
import { InvalidParameters } from '../../lib/errors/field-error.js';
import { type Language } from '../../lib/i18n/language.js';
import { assertFewLinks, assertPictureOfAlt, contentHash } from './submission-content.js';
import { SubmissionDto } from './submission.dto.js';
import { Submission } from './submission.entity.js';
import { EventOfSubmission } from './submitted-event.js';
import { SubmissionLimits } from './submission-limits.js';
import { SubmissionMails } from './submission-mails.js';
import { MAX_FILE_MEGABYTES, type Received } from './submission-receiver.js';

/** The name of the account that submitted events belong to. */
const ACCOUNT_NAME = 'Submissions';

/** Milliseconds within which equal texts are one submission. */
const SAME_WITHIN = DAY;

/** Larger pictures take seconds to decode. */
const MAX_MEGAPIXELS = 24;

/** Letters and digits that people do not mistake for each other. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A submission that was validated. */
interface Checked {
  readonly submission: SubmissionDto;
  readonly contentHash: string;
  readonly context: RequestContext & { readonly caller: NonNullable<Caller> };
}

/** Turns what visitors send into events that wait for a review. */
@Injectable()
export class SubmissionsService {
  constructor(
    private readonly database: Database,
    private readonly validation: RequestValidationPipe,
    private readonly events: EventsService,
    private readonly eventOf: EventOfSubmission,
    private readonly images: ImagesService,
    private readonly limits: SubmissionLimits,
    private readonly mails: SubmissionMails,
  ) {}

  /**
   * Stores an event, and who has sent it.
   * @returns the reference; that of the first one where the same texts came within 24 hours
   * @throws {InvalidParameters} with all errors at once; nothing is stored then
   */
  async create(received: Received): Promise<string> {
    assertMarkupLimits(received.fields);
    const submission = await this.validated(received);
    assertFewLinks(submission);
    assertPictureOfAlt(submission, received.file !== undefined);
    const context = await this.contextOf(received);
    const checked = { submission, contentHash: contentHash(received.fields, received.language), context };
    try {
      const { file } = received;
      if (!file) return await this.database.write((manager) => this.store(manager, checked));
      return await this.createWithPicture(file, checked, received.closing);
    } catch (error) {
      throw error instanceof InvalidParameters ? namedAsSent(error, received.language) : error;
    }
  }

  /** @throws {InvalidParameters} also if the picture was left out, since it is too large */
  private async validated({ fields, isFileTooLarge }: Received): Promise<SubmissionDto> {
    const tooLarge = invalidFile((messages) => messages.pictureTooLarge(MAX_FILE_MEGABYTES));
    const submission = await this.validation.validate(SubmissionDto, fields).catch((error: unknown): never => {
      if (!isFileTooLarge || !(error instanceof InvalidParameters)) throw error;
      throw new InvalidParameters(new Map([...error.errors, ...tooLarge.errors]));
    });
    if (isFileTooLarge) throw tooLarge;
    return submission;
  }

  /** A picture is decoded once everything else was found right: that costs the most. */
  private async createWithPicture(file: UploadedFile, checked: Checked, closing: AbortSignal): Promise<string> {
    const { contentHash, context } = checked;
    const known = await this.database.read((manager) => this.referenceOf(manager, contentHash));
    if (known !== undefined) return known;
    await this.database.dryRun((manager) => this.store(manager, checked));
    // The name of a file may tell who has sent it.
    const { image } = await this.images.keep({ ...file, name: 'submission' }, context.caller, closing, MAX_MEGAPIXELS);
    return this.database.write((manager) => this.store(manager, checked, image.id));
  }

  private async store(manager: EntityManager, checked: Checked, imageId?: number): Promise<string> {
    const { submission, contentHash, context } = checked;
    // Submissions wait for each other, so that neither the limit of the day nor equal texts are counted wrongly.
    await lockAccount(manager, context.caller.id);
    const known = await this.referenceOf(manager, contentHash);
    if (known !== undefined) return known;
    await this.limits.assertDayLeft(manager);
    const { body, note } = await this.eventOf.read(manager, submission, { context, imageId });
    const event = await this.events.insert(manager, Object.assign(new CreateEventDto(), body), context);
    const reference = newReference();
    const row = {
      ...{ eventId: event.id, reference, contentHash, language: context.language, decidedAt: null },
      ...{ contactName: submission.contact_name, contactEmail: submission.contact_email.toLowerCase() },
      ...{ note, receivedAt: truncateToSeconds(new Date()) },
    };
    await tableOf(manager, Submission).insert(manager, [row]);
    await this.mails.store(manager, row);
    return reference;
  }

  private async referenceOf(manager: EntityManager, hash: string): Promise<string | undefined> {
    const since = new Date(Date.now() - SAME_WITHIN);
    const [found] = await manager.find(Submission, {
      ...{ where: { contentHash: hash, receivedAt: MoreThan(since) }, order: { receivedAt: 'ASC' }, take: 1 },
      select: { eventId: true, reference: true },
    });
    return found?.reference;
  }

  /**
   * The context in which the event is written: with the rights of a contributor, and without what the request could add.
   * @throws {RouteNotFound} if an administrator has disabled the account
   */
  private async contextOf({ language, address }: Received): Promise<Checked['context']> {
    const account = await this.database.write((manager) => serviceAccount(manager, ACCOUNT_NAME, 'contributor'));
    if (account.disabledAt !== null) throw new RouteNotFound();
    return {
      caller: { id: account.id, name: account.name, role: 'contributor' },
      ...{ language, root: language, address, rawQuery: {}, isPrivate: true },
      ...{ response: new ResponseMeta(), idempotency: undefined, ifMatch: undefined },
    };
  }
}

function newReference(): string {
  const signs = Array.from({ length: 8 }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return `${signs.slice(0, 4).join('')}-${signs.slice(4).join('')}`;
}

/** The errors by the fields of a submission: `venue[0].address` of the event is its `address`. */
function namedAsSent({ errors }: InvalidParameters, language: Language): InvalidParameters {
  const relation = /^(venue|organizer|categories|image)(?:\[\d+\])?(?:\.(.+))?$/;
  const named = [...errors].map(([path, error]) => {
    const [, name, field = ''] = relation.exec(path) ?? [];
    if (name === 'image') return ['file', error] as const;
    if (name === 'venue' && ['address', 'city'].includes(field)) return [field, error] as const;
    return [name ?? path.replace(`translations.${language}.`, ''), error] as const;
  });
  return new InvalidParameters(new Map(named));
}
