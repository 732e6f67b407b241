import {
  Body,
  type CanActivate,
  ConflictException,
  Controller,
  ForbiddenException,
  Get,
  Global,
  Header,
  HttpException,
  InternalServerErrorException,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Query,
  ServiceUnavailableException,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsInt, IsString, Matches, Max, MaxLength, ValidateNested } from 'class-validator';
import request from 'supertest';
import { ApiErrorFilter } from '../answers/api-error.filter.js';
import { Lifetime } from '../answers/lifetime.js';
import { Formats } from '../formats/formats.js';
import { Fault, Faults, isFault, NestedFaults } from '../errors/fault.js';
import { Extensions } from '../additions/extensions.js';
import { FieldsOfExtensions } from '../requests/fields/more-fields.js';
import { Line, Translations } from '../requests/fields/body-fields.js';
import { Field, Parameter } from '../requests/fields/field.js';
import { FieldsPipe } from '../requests/fields/fields.pipe.js';
import { faultsOf } from '../requests/fields/filed-faults.js';
import { nested } from '../requests/fields/read-fields.js';
import { LanguageQuery } from '../records/record.query.js';
import { BodyGuard } from '../requests/body.guard.js';
import { RateLimits } from '../requests/limits/rate-limits.js';
import { parseIdList } from '../values/lists.js';
import { type Parser } from '../values/parser.js';
import { integer } from '../values/scalars.js';
import { loadSettings } from '../config/load-settings.js';
import { HttpAdapter } from './http-adapter.js';
import { createLog } from './log.js';
import { applicationOptions, setUp } from './set-up.js';

class PartTexts {
  @MaxLength(5)
  @Line()
  title?: string;
}

class RoomDto {
  @Matches(/^[A-Z]\d+$/)
  @Line()
  door?: string;
}

const parseRooms: Parser<RoomDto[]> = (raw) => {
  const faults = new Faults();
  const rooms = [raw].flat().map((room, place) => {
    const read = typeof room === 'object' && room !== null ? nested(RoomDto, room) : new Fault((m) => m.object);
    if (isFault(read)) faults.add(`[${place}]`, read);
    return read;
  });
  return faults.all.size > 0 ? new NestedFaults(faults.all) : (rooms as RoomDto[]);
};

class SizeDto {
  @IsInt()
  @Max(9)
  width!: number;
}

/** Fields of ours with rules of class-validator beside them, and fields that only such rules make. */
class ThingDto {
  @MaxLength(5)
  @Line()
  code?: string | null;

  @Translations(PartTexts)
  translations?: object;

  @Field(parseRooms)
  rooms?: RoomDto[];

  @IsString({ message: 'A colour, please.' })
  colour!: string;

  @ValidateNested()
  @Type(() => SizeDto)
  size!: SizeDto;
}

class ThingsQuery extends LanguageQuery {
  @Max(50)
  @Parameter(integer({ min: 1 }))
  page?: number = 1;

  @ArrayMaxSize(2)
  @Parameter(parseIdList)
  include?: number[];
}

class LabelDto {
  @MaxLength(5)
  @Line()
  label?: string;
}

/** As any Nest application has them. */
class PlainDto {
  @IsInt()
  width!: number;
}

class Refuses implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

class Teapot implements CanActivate {
  canActivate(): boolean {
    throw new HttpException('I am short and stout.', 418);
  }
}

const thrown: Readonly<Record<string, () => Error>> = {
  conflict: () => new ConflictException('It is there already.'),
  silent: () => new ConflictException(),
  unavailable: () => new ServiceUnavailableException('Back at noon.'),
  broken: () => new InternalServerErrorException('hush'),
  missing: () => new NotFoundException('No such thing.'),
  posing: () => new NotFoundException('Cannot GET /en/cal/events/v1/things'),
  stranger: () => new UnauthorizedException(),
  refused: () => new ForbiddenException('Not on Sundays.'),
};

@Controller('things')
class ThingsController {
  @Post()
  create(@Body() body: ThingDto, @Query() query: ThingsQuery) {
    faultsOf(body, query).throwIfAny();
    return { ...body, ...query };
  }

  @Get()
  list(@Query() query: ThingsQuery) {
    faultsOf(query).throwIfAny();
    return query;
  }

  @Post('labels')
  label(@Body(new ValidationPipe({ transform: true, whitelist: true })) body: LabelDto) {
    faultsOf(body).throwIfAny();
    return body;
  }

  @Post('plain')
  plain(@Body(new ValidationPipe({ whitelist: true })) body: PlainDto) {
    return body;
  }

  @Get('guarded')
  @UseGuards(Refuses)
  guarded() {
    return {};
  }

  @Get('teapot')
  @UseGuards(Teapot)
  teapot() {
    return {};
  }

  @Get('numbered/:number')
  numbered(@Param('number', ParseIntPipe) number: number) {
    return { number };
  }

  @Get('sheet')
  @Header('Content-Type', 'text/csv')
  sheet() {
    throw new ConflictException('It is empty.');
  }

  @Get('thrown/:what')
  throws(@Param('what') what: string) {
    throw thrown[what]!();
  }
}

const unlimited = loadSettings({ RATE_LIMIT: 'off' });

@Global()
@Module({
  providers: [
    { provide: RateLimits, useValue: new RateLimits(unlimited) },
    { provide: FieldsOfExtensions, useValue: new Extensions([]) },
    { provide: Formats, useValue: new Formats([], []) },
    { provide: Lifetime, useValue: {} },
  ],
  exports: [RateLimits, FieldsOfExtensions, Lifetime, Formats],
})
class OutsideModule {}

@Module({
  imports: [OutsideModule],
  controllers: [ThingsController],
  providers: [
    { provide: APP_GUARD, useClass: BodyGuard },
    { provide: APP_PIPE, useClass: FieldsPipe },
    { provide: APP_FILTER, useClass: ApiErrorFilter },
  ],
})
class ThingsModule {}

describe('what somebody adds to the service', () => {
  let app: NestExpressApplication;
  let lines: string[];

  beforeAll(async () => {
    const log = createLog('error', { write: (text: string) => void lines.push(text) });
    const module = await Test.createTestingModule({ imports: [ThingsModule] }).compile();
    app = module.createNestApplication<NestExpressApplication>(new HttpAdapter(), applicationOptions(log));
    setUp(app, loadSettings({}), log);
    await app.init();
  });

  beforeEach(() => (lines = []));
  afterAll(() => app.close());

  const get = (path: string, language = 'en') =>
    request(app.getHttpServer()).get(`/${language}/cal/events/v1/things${path}`);
  const post = (path: string, body: object, language = 'en') =>
    request(app.getHttpServer()).post(`/${language}/cal/events/v1/things${path}`).send(body);

  const valid = { code: 'ab', colour: 'red', size: { width: 3 } };

  describe('as rules of class-validator', () => {
    it('lets pass what they allow, and reads it as ever', async () => {
      const { status, body } = await post('?page=2', { ...valid, rooms: [{ door: ' A1 ' }] });
      expect([status, body]).toEqual([201, { ...valid, rooms: [{ door: 'A1' }], page: 2 }]);
    });

    const wrong = {
      code: 'abcdef',
      translations: { fr: { title: 'abcdef' } },
      rooms: [{ door: 'A1' }, { door: 'x' }],
      colour: 5,
      size: { width: 10 },
    };

    it.each([
      [
        'en',
        {
          code: 'Must not be longer than 5 characters.',
          'translations.fr.title': 'Must not be longer than 5 characters.',
          'rooms[1].door': 'Must match /^[A-Z]\\d+$/.',
          colour: 'A colour, please.',
          'size.width': 'Must be 9 or less.',
          page: 'Must be 50 or less.',
          include: 'Must not name more than 2.',
        },
      ],
      [
        'fr',
        {
          code: 'Ne doit pas dépasser 5 caractères.',
          'translations.fr.title': 'Ne doit pas dépasser 5 caractères.',
          'rooms[1].door': 'Doit correspondre à /^[A-Z]\\d+$/.',
          colour: 'A colour, please.',
          'size.width': 'Doit valoir 9 ou moins.',
          page: 'Doit valoir 50 ou moins.',
          include: 'Ne doit pas en nommer plus de 2.',
        },
      ],
    ])('tells in %s all that they forbid in bodies and queries, at once', async (language, params) => {
      const { status, body } = await post('?page=51&include=1,2,3', wrong, language);
      expect([status, body.code, body.data.params]).toEqual([400, 'rest_invalid_param', params]);
    });

    it('asks for what only they make a field, and not for what ours leave open', async () => {
      const { status, body } = await post('', { code: null });
      expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
      expect(body.data.params).toEqual({ colour: 'A colour, please.' });
      expect((await get('')).body).toEqual({ page: 1 });
    });

    it('leaves what was not understood to our own words', async () => {
      const { body } = await post('?page=x', { ...valid, code: {} }, 'fr');
      expect(body.data.params).toEqual({ code: 'Doit être du texte.', page: 'Doit être un nombre entier.' });
    });
  });

  describe('as pipes of Nest', () => {
    it('checks a plain class', async () => {
      expect((await post('/plain', { width: 1, more: 2 })).body).toEqual({ width: 1 });
      const { status, body } = await post('/plain', { width: 'x' }, 'fr');
      expect(status).toBe(400);
      expect(body).toEqual({
        code: 'rest_invalid_param',
        message: 'La requête a été refusée : 400, Bad Request.',
        data: { status: 400, details: ['width must be an integer number'] },
      });
    });

    it('checks once more what we have read', async () => {
      expect((await post('/labels', { label: ' ab ' })).body).toEqual({ label: 'ab' });
      const { status, body } = await post('/labels', { label: {} });
      expect([status, body.data.details]).toEqual([400, expect.arrayContaining(['Must be text.'])]);
      const long = await post('/labels', { label: 'abcdef' });
      expect([long.status, long.body.data.details]).toEqual([
        400,
        expect.arrayContaining(['Must not be longer than 5 characters.']),
      ]);
    });

    it('reads a number in the path', async () => {
      expect((await get('/numbered/7')).body).toEqual({ number: 7 });
      const { status, body } = await get('/numbered/x');
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'rest_invalid_param', message: expect.stringContaining('numeric string') });
    });
  });

  describe('as exceptions', () => {
    it.each([
      ['/guarded', 403, 'rest_forbidden', 'Your role does not allow this.'],
      ['/teapot', 418, 'rest_i_am_a_teapot', 'I am short and stout.'],
      ['/thrown/conflict', 409, 'rest_conflict', 'It is there already.'],
      ['/thrown/silent', 409, 'rest_conflict', 'The request was refused: 409, Conflict.'],
      ['/thrown/unavailable', 503, 'rest_unavailable', 'Back at noon.'],
      ['/thrown/missing', 404, 'rest_not_found', 'No such thing.'],
      ['/thrown/posing', 404, 'rest_not_found', 'Cannot GET /en/cal/events/v1/things'],
      ['/thrown/refused', 403, 'rest_forbidden', 'Not on Sundays.'],
      ['/thrown/stranger', 401, 'rest_forbidden', expect.stringContaining('A key is needed')],
    ])('keeps the status and the message of %s', async (path, status, code, message) => {
      const answer = await get(path);
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({ code, message, data: { status } });
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(lines.length > 0).toBe(status >= 500);
    });

    it('tells in the language of the caller what nobody has worded', async () => {
      expect((await get('/guarded', 'fr')).body.message).toBe('Votre rôle ne le permet pas.');
      expect((await get('/thrown/silent', 'fr')).body.message).toBe('La requête a été refusée : 409, Conflict.');
    });

    it('says that what is told is JSON, whatever would have been answered', async () => {
      const { headers, body } = await get('/sheet');
      expect([headers['content-type'], body.message]).toEqual(['application/json; charset=utf-8', 'It is empty.']);
    });

    it('asks strangers for a key as HTTP has it', async () => {
      expect((await get('/thrown/stranger')).headers['www-authenticate']).toBe('Bearer');
    });

    it('logs what failed on our side, and keeps what is inside to itself', async () => {
      await get('/thrown/unavailable');
      expect(lines.join()).toContain('Back at noon.');
      const { status, body } = await get('/thrown/broken');
      expect([status, body.code]).toEqual([500, 'internal_server_error']);
      expect(JSON.stringify(body)).not.toContain('hush');
      expect(lines.join()).toContain('hush');
    });

    it('tells unmatched addresses and methods from them', async () => {
      expect((await get('/nothing/at/all')).body.code).toBe('rest_no_route');
      expect((await post('/guarded', {})).status).toBe(405);
    });
  });
});
