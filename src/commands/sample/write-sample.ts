import { type INestApplicationContext } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { CategoriesService } from '../../calendar/categories/categories.service.js';
import { CreateCategoryDto } from '../../calendar/categories/category.dto.js';
import { CreateEventDto } from '../../calendar/events/event.dto.js';
import { hashPassword } from '../../http/auth/password-hash.js';
import { EventsService } from '../../calendar/events/events.service.js';
import { Extensions } from '../../calendar/extension-api/extensions.js';
import { type RequestContext } from '../../http/request-context.js';
import { ResponseMeta } from '../../http/response/response-meta.js';
import { type Caller } from '../../http/role.js';
import { CreateOrganizerDto } from '../../calendar/organizers/organizer.dto.js';
import { OrganizersService } from '../../calendar/organizers/organizers.service.js';
import { CreateTagDto } from '../../calendar/tags/tag.dto.js';
import { TagsService } from '../../calendar/tags/tags.service.js';
import { type DtoClass } from '../../http/validation/dto-class.js';
import { RequestValidationPipe } from '../../http/validation/request-validation.pipe.js';
import { CreateVenueDto } from '../../calendar/venues/venue.dto.js';
import { VenuesService } from '../../calendar/venues/venues.service.js';
import { ImagesService } from '../../calendar/images/images.service.js';
import { addPictures, type PictureIds, withPictures } from './sample-pictures.js';
import { exampleRelations } from './example-records.js';
import {
  CATEGORIES,
  EVENTS,
  ORGANIZERS,
  type SampleCategory,
  type SampleEvent,
  type SampleRecord,
  TAGS,
  VENUES,
} from './sample-calendar.js';
import { type SampleDays } from './sample-days.js';

/** The ids of records by their keys. */
type Ids = ReadonlyMap<string, number>;

/** A service of the API, as far as it inserts records. */
interface Inserter<D> {
  insert(manager: EntityManager, body: D, context: RequestContext): Promise<{ readonly id: number }>;
}

/** Writes the records of the sample through the services of the API, in one transaction. */
export class SampleWriter {
  private readonly context: RequestContext;
  private readonly extensions: Extensions;
  private readonly validation: RequestValidationPipe;
  private pictures: PictureIds = new Map();

  constructor(
    private readonly service: INestApplicationContext,
    private readonly manager: EntityManager,
    private readonly days: SampleDays,
    caller: Caller,
  ) {
    this.extensions = service.get(Extensions);
    this.validation = service.get(RequestValidationPipe, { strict: false });
    this.context = {
      language: 'en',
      root: 'en',
      caller,
      address: '',
      rawQuery: {},
      response: new ResponseMeta(),
      idempotency: undefined,
      ifMatch: undefined,
      isPrivate: true,
    };
  }

  async write(): Promise<void> {
    const { service } = this;
    this.pictures = await addPictures(service.get(ImagesService), this.manager, this.context.caller!);
    const venueIds = await this.insertAll(VENUES, CreateVenueDto, service.get(VenuesService));
    const organizerIds = await this.insertAll(ORGANIZERS, CreateOrganizerDto, service.get(OrganizersService));
    await this.insertAll(TAGS, CreateTagDto, service.get(TagsService));
    await this.insertCategories(CATEGORIES, 0, service.get(CategoriesService));
    await this.insertEvents(EVENTS, venueIds, organizerIds);
  }

  private async insertAll<D extends object>(
    records: readonly SampleRecord[],
    Dto: DtoClass<D>,
    inserter: Inserter<D>,
  ): Promise<Ids> {
    const ids = new Map<string, number>();
    for (const { key, added, ...raw } of records)
      ids.set(key, await this.insert({ ...raw, ...this.supportedFields(added, Dto) }, Dto, inserter));
    return ids;
  }

  private async insertCategories(
    categories: readonly SampleCategory[],
    parent: number,
    inserter: Inserter<CreateCategoryDto>,
  ): Promise<void> {
    for (const { en, fr, below = [] } of categories) {
      const raw = { translations: { en: { name: en }, fr: { name: fr } }, parent };
      const id = await this.insert(raw, CreateCategoryDto, inserter);
      await this.insertCategories(below, id, inserter);
    }
  }

  private async insertEvents(events: readonly SampleEvent[], venues: Ids, organizers: Ids): Promise<void> {
    const inserter: Inserter<CreateEventDto> = {
      insert: async (manager, body, context) => {
        const passwordHash = body.password && (await hashPassword(body.password));
        return this.service.get(EventsService).insert(manager, { ...body, passwordHash }, context);
      },
    };
    const ids = new Map<string, number>();
    for (const [index, { key, start, end, venue, organizer, parent, ...fields }] of events.entries()) {
      const raw = {
        ...(index % 10 === 0 && exampleRelations),
        ...fields,
        start_date: this.days.date(start),
        end_date: this.days.date(end),
        ...(venue && { venue: [venues.get(venue)] }),
        ...(organizer && { organizer: [organizers.get(organizer)] }),
        post_parent: parent && ids.get(parent),
      };
      const id = await this.insert(raw, CreateEventDto, inserter);
      if (key !== undefined) ids.set(key, id);
    }
  }

  /** The fields that an enabled extension adds to the class; others are dropped. */
  private supportedFields(fields: object = {}, Dto: DtoClass): object {
    const names = new Set(this.extensions.fieldsOf(Dto));
    return Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)));
  }

  private async insert<D extends object>(raw: object, Dto: DtoClass<D>, inserter: Inserter<D>): Promise<number> {
    const body = await this.validation.validate(Dto, withPictures(raw, this.pictures));
    return (await inserter.insert(this.manager, body, this.context)).id;
  }
}
