import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp, { type Color } from 'sharp';
import { AccountsService } from '../src/http/auth/accounts.service.js';
import { ImageCleanup } from '../src/calendar/images/image-cleanup.js';
import { Settings } from '../src/lib/config/settings.js';
import { type Role } from '../src/http/role.js';
import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;
const { anEvent } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start({ UPLOAD_MAX_MB: '1' });
});

afterAll(() => calendar.stop());

const EVENT = { title: 'Concert', start_date: '2027-06-21 19:30', end_date: '2027-06-21 22:00' };
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;

interface Size {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

interface Uploaded extends Size {
  readonly id: number;
  readonly sizes: Readonly<Record<'thumbnail' | 'medium' | 'large' | 'full', Size>>;
}

let shade = 0;
/** A picture that was not used before. */
function picture(width = 40, height = 30, format: (typeof FORMATS)[number] = 'png'): Promise<Buffer> {
  shade += 1;
  const background = { r: shade % 256, g: Math.floor(shade / 256), b: 100 };
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

const frame = (width: number, height: number, background: Color): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

interface Sender {
  readonly as?: Role;
  readonly key?: string;
  readonly name?: string;
  readonly language?: string;
  readonly to?: TestCalendar;
}

const upload = (bytes: Buffer, { name = 'poster.png', to = calendar, ...sender }: Sender = { as: 'editor' }) =>
  to.post('/images', undefined, sender).attach('file', bytes, name);

async function uploaded(sender: Sender = { as: 'editor' }, bytes?: Buffer): Promise<Uploaded> {
  const answer = await upload(bytes ?? (await picture()), sender);
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body as Uploaded;
}

const pathOf = (url: string) => new URL(url).pathname;
const file = (url: string) => calendar.raw().get(pathOf(url)).buffer(true);
const bytesOf = async (url: string) => (await file(url).expect(200)).body as Buffer;
const folder = (of = calendar) => of.app.get(Settings).images;
const tokens = (of = calendar) =>
  existsSync(folder(of)) ? readdirSync(folder(of)).filter((name) => name !== '.calendar') : [];
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('an upload', () => {
  it.each(FORMATS)('takes %s, and serves it in its own format and in smaller widths in WebP', async (format) => {
    const image = await uploaded({ as: 'contributor' }, await picture(3000, 1500, format));
    expect(image).toMatchObject({ width: 2560, height: 1280, uploaded: true, file_name: 'poster.png', used_by: 0 });
    const expected = { thumbnail: [320, 160], medium: [640, 320], large: [1280, 640], full: [2560, 1280] };
    for (const [name, [width, height]] of Object.entries(expected)) {
      const size = image.sizes[name as 'full'];
      expect(size).toMatchObject({ width, height });
      const metadata = await sharp(await bytesOf(size.url)).metadata();
      const served = metadata.format === 'heif' ? 'avif' : metadata.format;
      expect([served, metadata.width, metadata.height]).toEqual([name === 'full' ? format : 'webp', width, height]);
    }
    expect(image.url).toBe(image.sizes.full.url);
  });

  it('never enlarges: a size that the picture does not reach is the full picture', async () => {
    const { sizes } = await uploaded(undefined, await picture(400, 200));
    expect(sizes.thumbnail).toMatchObject({ width: 320, height: 160 });
    expect([sizes.medium, sizes.large]).toEqual([sizes.full, sizes.full]);
  });

  it('answers equal bytes with the same image, also to another account', async () => {
    const bytes = await picture();
    const first = await upload(bytes, { as: 'contributor' }).expect(201);
    expect(first.headers.location).toBe(`http://localhost:3000/en/cal/events/v1/images/${first.body.id}`);
    for (const as of ['contributor', 'author'] as const)
      expect((await upload(bytes, { as }).expect(200)).body).toEqual({
        ...(first.body as object),
        // It stays 30 days from the last upload.
        removed_utc: expect.any(String) as string,
      });
    const { body } = await calendar.post('/events', { ...EVENT, image: first.body.id }, { as: 'author' }).expect(201);
    expect(body.image.id).toBe(first.body.id);
  });

  it('makes one image of equal bytes that arrive at once', async () => {
    const bytes = await picture(600, 600);
    const before = tokens().length;
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload(bytes, { as: 'author' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(tokens().length).toBe(before + 1);
  });

  it('turns pictures upright, and drops metadata and bytes after the end', async () => {
    const exif = { IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '45/1 30/1 0/1', GPSLatitudeRef: 'N' } };
    const turned = await sharp(await picture(60, 20, 'jpeg'))
      .withExif(exif)
      .withMetadata({ orientation: 6, exif })
      .jpeg()
      .toBuffer();
    expect((await sharp(turned).metadata()).exif).toBeDefined();
    const script = '<script>alert(1)</script>';
    const image = await uploaded(undefined, Buffer.concat([turned, Buffer.from(script)]));
    expect(image).toMatchObject({ width: 20, height: 60 });
    const served = await bytesOf(image.url);
    const { exif: kept, orientation = 1, width, height } = await sharp(served).metadata();
    expect([kept, orientation, width, height]).toEqual([undefined, 1, 20, 60]);
    expect(served.includes(script)).toBe(false);
  });

  it('keeps the animation of a GIF', async () => {
    const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((colour) => frame(8, 8, colour)));
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const image = await uploaded(undefined, animated);
    expect(image).toMatchObject({ width: 8, height: 8 });
    expect((await sharp(await bytesOf(image.url)).metadata()).pages).toBe(3);
  });

  it.each([
    ['a folder before the name', '../../etc/poster.png', 'poster.png'],
    ['a folder of Windows', 'C:\\temp\\poster.png', 'poster.png'],
    ['French', 'Affiche d’été.png', 'Affiche d’été.png'],
    ['no picture by its name', 'page.html', 'page.html'],
    ['marks that turn the direction', 'poster\u202Egnp.exe\u2069\u061C', 'postergnp.exe'],
  ])('keeps the name alone of a file with %s', async (_what, name, kept) => {
    const { body } = await upload(await picture(), { as: 'editor', name }).expect(201);
    expect(body.file_name).toBe(kept);
    expect(pathOf(body.url as string)).toMatch(/^\/images\/\d+-[\w-]{22}\/full\.png$/);
  });
});

describe('a refused upload', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)]);
  const types: [string, Buffer][] = [
    ['SVG', Buffer.from(svg)],
    ['HEIC', heic],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['the text of an address', Buffer.from('https://example.com/registered.jpg')],
  ];

  it.each(types)('of %s is 415, whatever it is called', async (_type, bytes) => {
    await anEvent({ image: 'https://example.com/registered.jpg' });
    const before = tokens();
    for (const name of ['poster.jpg', 'file'])
      expect(outcome(await upload(bytes, { as: 'editor', name }))).toEqual([415, 'rest_unsupported_media_type']);
    expect(tokens()).toEqual(before);
  });

  it('without exactly one file is 400, and one that is too large 413', async () => {
    const bytes = await picture();
    const post = () => calendar.post('/images', undefined, { as: 'editor' });
    for (const asked of [
      post().field('file', 'text'),
      post().attach('picture', bytes, 'a.png'),
      post().attach('file', bytes, 'a.png').attach('file', bytes, 'b.png'),
      post().attach('file', bytes, 'a.png').field('alt', 'A poster'),
      post().attach('file', Buffer.alloc(0), 'a.png'),
    ]) {
      const { status, body } = await asked;
      expect([status, Object.keys((body.data?.params ?? {}) as object)]).toEqual([400, ['file']]);
    }
    for (const [language, message] of [
      ['en', 'This is too large to send: it must not exceed 1 MiB.'],
      ['fr', 'L’envoi est trop volumineux\u00a0: il ne doit pas dépasser 1\u00a0Mio.'],
    ] as const) {
      const { status, body } = await upload(Buffer.alloc(1024 * 1024 + 1), { as: 'editor', language });
      expect([status, body]).toEqual([413, { code: 'rest_body_too_large', message, data: { status } }]);
    }
    await uploaded();
  });

  it('in a body of another type is 415, in the language of the request', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'image/png'])
      for (const [language, text] of [
        ['en', 'The body must be multipart/form-data, with the picture as its only part, `file`.'],
        ['fr', 'Le corps doit être en multipart/form-data, avec l’image comme seule partie, `file`.'],
      ] as const) {
        const asked = calendar.post('/images', undefined, { as: 'editor', language });
        const { body } = await asked.set('Content-Type', type).send('{"file": 1}').expect(415);
        expect(body).toMatchObject({ code: 'rest_unsupported_media_type', message: text });
      }
  });

  it('is refused by the key before the body is read', async () => {
    const { text: readOnly } = await aKey('editor', 'read');
    const { text: ofTags } = await aKey('editor', 'tags');
    for (const [sender, status] of [
      [{}, 401],
      [{ as: 'reader' }, 403],
      [{ key: readOnly }, 403],
      [{ key: ofTags }, 403],
    ] as const)
      expect([sender, (await upload(Buffer.from('no picture'), sender)).status]).toEqual([sender, status]);
  });

  it('ends when nothing arrives for ten seconds, and its connection with it', async () => {
    const { port } = calendar.app.getHttpServer().address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const head = [
      'POST /en/cal/events/v1/images HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${calendar.keys.editor}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 5000',
      'Expect: 100-continue',
    ];
    socket.write(
      `${head.join('\r\n')}\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
    );
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 408 /);
    expect(answer).toContain('"rest_request_timeout"');
  }, 20_000);

  it('is none for keys that may write images, or records that show them', async () => {
    for (const scope of ['images', 'events', 'venues', 'organizers', 'tags,events'])
      await upload(await picture(), { key: (await aKey('contributor', scope)).text }).expect(201);
    const { id } = await uploaded();
    await calendar.delete(`/images/${id}`, { key: (await aKey('editor', 'events')).text }).expect(403);
    await calendar.delete(`/images/${id}`, { key: (await aKey('editor', 'images')).text }).expect(200);
  });
});

const aKey = (role: Role, scope: string) =>
  calendar.app.get(AccountsService).createKey({ name: `the ${role} of ${scope}`, role }, { scope });

describe('feeds and structured data', () => {
  const title = 'Has a poster';

  it('show the sizes of an uploaded picture', async () => {
    const { sizes, id } = await uploaded({ as: 'editor' }, await picture(1600, 800));
    const event = await anEvent({ title, image: id });
    const feed = async (format: string) =>
      String((await calendar.get(`/events.${format}?search=poster`).buffer(true).expect(200)).text);
    const [rss, atom] = [await feed('rss'), await feed('atom')];
    expect(rss).toContain(`<enclosure url="${sizes.large.url}" length="0" type="image/webp"/>`);
    expect(rss).toContain(`<media:content url="${sizes.full.url}" medium="image" width="1600" height="800"/>`);
    expect(rss).toContain(`<media:thumbnail url="${sizes.thumbnail.url}" width="320" height="160"/>`);
    expect(atom).toContain(`<link rel="enclosure" type="image/webp" href="${sizes.large.url}"/>`);
    const { body: json } = await calendar.get('/events.jsonfeed?search=poster').expect(200);
    expect(json.items).toMatchObject([{ image: sizes.large.url }]);
    const { body } = await calendar.get(`/events/${event.id}?_fields=json_ld`).expect(200);
    expect(body.json_ld.image).toEqual([sizes.full.url, sizes.large.url, sizes.medium.url]);
  });

  it('show a picture elsewhere by its address, with its type where the address tells it', async () => {
    await anEvent({ title: 'Elsewhere one', image: 'https://example.com/a.JPG?b=c.png' });
    await anEvent({ title: 'Elsewhere two', image: 'https://example.com/a' });
    const rss = String((await calendar.get('/events.rss?search=elsewhere').buffer(true).expect(200)).text);
    expect(rss.match(/<enclosure[^>]*>/g)).toEqual([
      '<enclosure url="https://example.com/a.JPG?b=c.png" length="0" type="image/jpeg"/>',
    ]);
    expect(rss.match(/<media:[^>]*>/g)).toEqual([
      '<media:content url="https://example.com/a" medium="image"/>',
      '<media:content url="https://example.com/a.JPG?b=c.png" medium="image"/>',
    ]);
  });
});

describe('the picture beside a link to a page', () => {
  const previewOf = async (image: unknown) => {
    const { body } = await calendar.post('/events', { ...EVENT, image }, { as: 'editor' }).expect(201);
    const { text: page } = await calendar
      .raw()
      .get(pathOf(body.url as string))
      .expect(200);
    const tags = [...page.matchAll(/<meta property="og:(image[^"]*)" content="([^"]*)"/g)];
    return Object.fromEntries(tags.map(([, name, content]) => [name, content]));
  };

  it.each(['jpeg', 'png', 'gif'] as const)('is the full picture in %s', async (format) => {
    const { id, url } = await uploaded(undefined, await picture(1500, 300, format));
    expect(await previewOf({ id, alt: 'A < B' })).toEqual({
      image: url,
      'image:width': '1500',
      'image:height': '300',
      'image:alt': 'A &lt; B',
    });
  });

  it.each([
    ['webp', 1500, 300, 1280, 256],
    ['avif', 300, 1500, 256, 1280],
    ['webp', 40, 30, 40, 30],
  ] as const)('is a JPEG of a picture in %s of %d × %d', async (format, width, height, smallWidth, smallHeight) => {
    const { id, url } = await uploaded(undefined, await picture(width, height, format));
    const preview = await previewOf(id);
    const jpeg = url.replace(/full\.\w+$/, 'shared.jpg');
    expect(preview).toEqual({ image: jpeg, 'image:width': String(smallWidth), 'image:height': String(smallHeight) });
    const size = { format: 'jpeg', width: smallWidth, height: smallHeight };
    expect(await sharp(await bytesOf(jpeg)).metadata()).toMatchObject(size);
    expect((await file(jpeg)).headers['content-type']).toBe('image/jpeg');
    // Its address means the image, as those of its sizes do.
    expect(await anEvent({ image: jpeg }, { as: 'editor' })).toMatchObject({ image: { id, url } });
  });

  it('is white where a picture is transparent, and the first frame of an animation', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 4, background: clear } })
      .webp()
      .toBuffer();
    const { url } = await uploaded(undefined, bytes);
    const { data } = await sharp(await bytesOf(url.replace('full.webp', 'shared.jpg')))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(Math.min(...data)).toBeGreaterThan(250);
  });

  it('is removed with the image', async () => {
    const { id, url } = await uploaded(undefined, await picture(50, 40, 'webp'));
    await calendar.delete(`/images/${id}`, { as: 'editor' }).expect(200);
    await file(url.replace('full.webp', 'shared.jpg')).expect(404);
  });

  it('is an address elsewhere as it is', async () => {
    const image = { url: 'https://pictures.example/poster.webp', alt: 'A choir', width: 900, height: 1200 };
    expect(await previewOf(image)).toEqual({
      image: image.url,
      'image:width': '900',
      'image:height': '1200',
      'image:alt': 'A choir',
    });
  });
});

describe('a file', () => {
  it('is cached for ever, cannot run, and is open to every site', async () => {
    const { url } = await uploaded();
    for (const { headers } of [await file(url).expect(200), await calendar.raw().head(pathOf(url)).expect(200)])
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'access-control-allow-origin': '*',
        'content-length': String((await bytesOf(url)).length),
      });
  });

  it('is served in parts, and not again to those who have it', async () => {
    const { url } = await uploaded();
    const whole = await bytesOf(url);
    const part = await file(url).set('Range', 'bytes=4-9').expect(206);
    expect(part.headers['content-range']).toBe(`bytes 4-9/${whole.length}`);
    expect(part.body).toEqual(whole.subarray(4, 10));
    await file(url).set('Range', 'bytes=999999-').expect(416);
    const { etag } = (await file(url)).headers;
    expect((await file(url).set('If-None-Match', etag!).expect(304)).text).toBeFalsy();
    expect((await file(url).set('If-None-Match', '"other"').expect(200)).body).toEqual(whole);
  });

  it('is 404 at any other address', async () => {
    const { url } = await uploaded();
    for (const path of [
      pathOf(url).replace(/full/, '9999'),
      pathOf(url).replace(/full\.png/, '..%2F..%2Fcalendar.sqlite'),
      pathOf(url).replace(/full\.png/, '.calendar'),
      pathOf(url).replace(/-[\w-]{22}/, `-${'A'.repeat(22)}`),
      pathOf(url).replace(/\d+-[\w-]{22}/, '1-..%2F'),
      '/images/..%2F.calendar/full.png',
    ])
      expect([path, (await calendar.raw().get(path)).status]).toEqual([path, 404]);
  });
});

describe('an uploaded image of a record', () => {
  const creating = (image: unknown, as: Role) => calendar.post('/events', { ...EVENT, image }, { as });

  it('may be named by its uploader and by editors; others are told of no such image', async () => {
    const { id } = await uploaded({ as: 'contributor' });
    await creating(id, 'contributor').expect(201);
    await creating(id, 'editor').expect(201);
    const other = await uploaded({ as: 'contributor' });
    const [known, unknown] = [await creating(other.id, 'author').expect(400), await creating(9_999_999, 'author')];
    expect(known.text.replace(`id ${other.id}.`, 'id #.')).toBe(unknown.text.replace('id 9999999.', 'id #.'));
  });

  it('is meant by the address of any of its sizes', async () => {
    const image = await uploaded({ as: 'contributor' }, await picture(2000, 1000));
    for (const { url } of Object.values(image.sizes))
      expect((await creating(url, 'author').expect(201)).body.image).toMatchObject({ id: image.id, url: image.url });
  });

  it('keeps its own size, and a read that is sent back changes nothing', async () => {
    const { id, width, height, url, sizes } = await uploaded();
    const event = await anEvent({ image: { id, width: 7, height: 8, alt: 'A poster' } }, { as: 'editor' });
    expect(event).toMatchObject({ image: { id, url, width, height, sizes, alt: 'A poster' } });
    const { body } = await calendar.get(`/events/${event.id}?translations=all`, { as: 'editor' }).expect(200);
    const again = await calendar.put(`/events/${event.id}`, body as object, { as: 'editor' }).expect(200);
    expect(again.body.image).toEqual(body.image);
    expect(again.body.modified_utc).toBe(body.modified_utc);
  });

  it('takes an image as POST /images, the list and the image itself return it', async () => {
    const image = await uploaded();
    const { body: one } = await calendar.get(`/images/${image.id}`, { as: 'editor' }).expect(200);
    const { body: list } = await calendar.get('/images?per_page=1', { as: 'editor' }).expect(200);
    for (const returned of [image, one, list.images[0]]) {
      const { body } = await creating(returned, 'editor').expect(201);
      expect(body.image).toMatchObject({ id: image.id, url: image.url });
      const translations = { en: { title: 'Concert' }, fr: { title: 'Concert', image: returned } };
      const event = await anEvent({ ...EVENT, title: undefined, translations }, { as: 'editor' });
      const { body: french } = await calendar.get(`/events/${event.id}`, { language: 'fr' }).expect(200);
      expect([event.image, french.image.id]).toEqual([null, image.id]);
    }
  });

  it('has no sizes where it is only an address', async () => {
    expect(await anEvent({ image: 'https://example.com/elsewhere.jpg' })).toMatchObject({ image: { sizes: null } });
  });
});

describe('the list of images', () => {
  const list = async (query: string, as: Role) => (await calendar.get(`/images?${query}`, { as }).expect(200)).body;

  it('shows the images that a caller may use, the newest first, with those who show them', async () => {
    const { id } = await uploaded({ as: 'contributor', name: 'Only-Mine.png' });
    const ids = async (as: Role) => (await list('search=only-mine', as)).images.map((one: { id: number }) => one.id);
    expect([await ids('contributor'), await ids('author'), await ids('editor')]).toEqual([[id], [], [id]]);
    await calendar.get(`/images/${id}`, { as: 'author' }).expect(404);
    await calendar.get('/images', { as: 'reader' }).expect(403);
    await calendar.get('/images').expect(401);
    const event = await anEvent({ image: { id, alt: 'Une chouette' } }, { as: 'editor' });
    const draft = await anEvent({ image: id, status: 'draft' }, { as: 'editor' });
    expect(await ids('author')).toEqual([]);
    const records = async (as: Role) => (await calendar.get(`/images/${id}`, { as }).expect(200)).body;
    expect(await records('author')).toMatchObject({ used_by: 1, records: [{ kind: 'events', id: event.id }] });
    expect(
      (await records('editor')).records
        .map((one: { id: number }) => one.id)
        .sort((one: number, other: number) => one - other),
    ).toEqual([event.id, draft.id]);
    expect((await list('search=CHOUETTE', 'author')).images).toMatchObject([{ id, used_by: 1 }]);
  });

  it('shows a caller the name of the caller’s own upload, and finds it by that name alone', async () => {
    const bytes = await picture();
    const { id } = await uploaded({ as: 'contributor', name: 'case-of-first.png' }, bytes);
    expect((await upload(bytes, { as: 'author', name: 'case-of-second.png' }).expect(200)).body).toMatchObject({
      ...{ id, file_name: 'case-of-second.png' },
    });
    const names = async (as: Role) => [
      (await calendar.get(`/images/${id}`, { as }).expect(200)).body.file_name,
      ...(await list('search=case-of', as)).images.map((one: { file_name: string }) => one.file_name),
      (await list('search=case-of-first', as)).total,
    ];
    expect(await names('contributor')).toEqual(['case-of-first.png', 'case-of-first.png', 1]);
    expect(await names('author')).toEqual(['case-of-second.png', 'case-of-second.png', 0]);
    expect(await names('editor')).toEqual(['case-of-first.png', 'case-of-first.png', 1]);
    const event = await anEvent({ image: id }, { as: 'editor' });
    await calendar.delete(`/images/${id}`, { as: 'author' }).expect(200);
    expect(await names('author')).toEqual([null, 0]);
    await calendar.delete(`/events/${event.id}?force=true`, { as: 'administrator' }).expect(200);
  });

  it('has pages', async () => {
    await uploaded();
    const { id } = await uploaded();
    const first = await list('per_page=1', 'editor');
    expect(first.images).toMatchObject([{ id }]);
    expect(first.total_pages).toBe(first.total);
    expect((await list('per_page=1&page=2', 'editor')).images[0].id).toBeLessThan(id);
    await calendar.get('/images?page=9999', { as: 'editor' }).expect(404);
    await calendar.get('/images?per_page=101', { as: 'editor' }).expect(400);
  });
});

describe('a deletion', () => {
  it('is for the uploader and for editors, and removes the files', async () => {
    for (const as of ['contributor', 'editor'] as const) {
      const { id, url } = await uploaded({ as: 'contributor' });
      await calendar.delete(`/images/${id}`, { as: 'author' }).expect(404);
      const before = tokens().length;
      expect((await calendar.delete(`/images/${id}`, { as }).expect(200)).body.id).toBe(id);
      await file(url).expect(404);
      expect(tokens().length).toBe(before - 1);
      await calendar.get(`/images/${id}`, { as: 'editor' }).expect(404);
    }
  });

  it('is forbidden to those who may only use the image', async () => {
    const { id } = await uploaded({ as: 'contributor' });
    await anEvent({ image: id }, { as: 'editor' });
    await calendar.delete(`/images/${id}`, { as: 'author' }).expect(403);
  });

  it('is refused while a record shows the image, also one in the trash', async () => {
    const { id, url } = await uploaded({ as: 'contributor' });
    const event = await anEvent({ image: id }, { as: 'editor' });
    const inUse = async (as: Role, records: unknown[]) => {
      const { body } = await calendar.delete(`/images/${id}`, { as }).expect(409);
      expect([body.code, body.data.records]).toEqual(['image-in-use', records]);
    };
    await inUse('contributor', [{ kind: 'events', id: event.id }]);
    await calendar.delete(`/events/${event.id}`, { as: 'editor' }).expect(200);
    await inUse('editor', [{ kind: 'events', id: event.id }]);
    await inUse('contributor', []);
    await file(url).expect(200);
    await calendar.delete(`/events/${event.id}?force=true`, { as: 'administrator' }).expect(200);
    await calendar.delete(`/images/${id}`, { as: 'contributor' }).expect(200);
  });

  it('by one of two uploaders ends only its claim', async () => {
    const bytes = await picture();
    const { id, url } = await uploaded({ as: 'contributor' }, bytes);
    await upload(bytes, { as: 'author' }).expect(200);
    await calendar.delete(`/images/${id}`, { as: 'contributor' }).expect(200);
    await file(url).expect(200);
    await calendar.get(`/images/${id}`, { as: 'contributor' }).expect(404);
    await calendar.get(`/images/${id}`, { as: 'author' }).expect(200);
    await calendar.delete(`/images/${id}`, { as: 'author' }).expect(200);
    await file(url).expect(404);
  });
});

it('a deletion by an editor who has uploaded the same bytes leaves the claim of the contributor', async () => {
  const bytes = await picture();
  const { id, url } = await uploaded({ as: 'contributor' }, bytes);
  await upload(bytes, { as: 'editor' }).expect(200);
  await calendar.delete(`/images/${id}`, { as: 'editor' }).expect(200);
  await file(url).expect(200);
  expect((await calendar.get(`/images/${id}`, { as: 'contributor' }).expect(200)).body.id).toBe(id);
  await calendar.delete(`/images/${id}`, { as: 'editor' }).expect(200);
  await file(url).expect(404);
});

describe('the clean-up', () => {
  const DAY = 86_400_000;
  const cleanUp = (days: number) => calendar.app.get(ImageCleanup).run(new Date(Date.now() + days * DAY));

  it('removes images 30 days after the upload or the last use', async () => {
    const [unused, used] = [await uploaded(), await uploaded()];
    const event = await anEvent({ image: used.id }, { as: 'editor' });
    await calendar.delete(`/events/${event.id}`, { as: 'editor' }).expect(200);
    await cleanUp(0);
    await cleanUp(29);
    await file(unused.url).expect(200);
    await cleanUp(31);
    await file(unused.url).expect(404);
    await calendar.get(`/images/${unused.id}`, { as: 'editor' }).expect(404);
    await file(used.url).expect(200);
    await calendar.delete(`/events/${event.id}?force=true`, { as: 'administrator' }).expect(200);
    await cleanUp(40);
    await cleanUp(69);
    await file(used.url).expect(200);
    await cleanUp(71);
    await file(used.url).expect(404);
  });

  it('keeps an image that is used again, and one that was sent again', async () => {
    const bytes = await picture();
    const image = await uploaded({ as: 'editor' }, bytes);
    await cleanUp(0);
    const event = await anEvent({ image: image.id }, { as: 'editor' });
    await cleanUp(31);
    await file(image.url).expect(200);
    await calendar.patch(`/events/${event.id}`, { image: null }, { as: 'editor' }).expect(200);
    await cleanUp(32);
    await cleanUp(61);
    await file(image.url).expect(200);
  });

  it('leaves what is kept, by those who uploaded it or editors, and says when it removes the rest', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
    const images = [await uploaded({ as: 'contributor' }), await uploaded({ as: 'contributor' })] as const;
    const [kept, shown] = images;
    const details = async ({ id }: Uploaded) => {
      const { body } = await calendar.get(`/images/${id}`, { as: 'contributor' }).expect(200);
      return [body.kept, (body.removed_utc as string | null)?.slice(0, 10)];
    };
    const keep = (value: boolean, as: Role) => calendar.patch(`/images/${kept.id}`, { kept: value }, { as });
    expect(await details(kept)).toEqual([false, inDays(30)]);
    const event = await anEvent({ image: shown.id }, { as: 'editor' });
    expect(await details(shown)).toEqual([false, undefined]);
    await calendar.delete(`/events/${event.id}?force=true`, { as: 'administrator' }).expect(200);
    await keep(true, 'author').expect(404);
    await anEvent({ image: kept.id }, { as: 'editor' });
    await keep(true, 'author').expect(403);
    expect((await keep(true, 'contributor').expect(200)).body).toMatchObject({ kept: true, removed_utc: null });
    await keep(false, 'editor').expect(200);
  });

  it('leaves what is kept until it is kept no more', async () => {
    const { id, url } = await uploaded();
    const keep = (kept: boolean) => calendar.patch(`/images/${id}`, { kept }, { as: 'editor' }).expect(200);
    const { headers: unkept } = await calendar.get(`/images/${id}`, { as: 'editor' }).expect(200);
    const { body: kept, headers } = await keep(true);
    expect(kept).toMatchObject({ kept: true, removed_utc: null });
    // No record that shows it looks different.
    expect(String(headers.etag).split('-')[0]).toBe(String(unkept.etag).split('-')[0]);
    await cleanUp(0);
    await cleanUp(90);
    await file(url).expect(200);
    const { body } = await keep(false);
    expect(Date.parse(`${body.removed_utc as string}Z`) - Date.now()).toBeGreaterThan(29 * DAY);
    await cleanUp(31);
    await file(url).expect(404);
  });

  it('removes files without a row after an hour, and nothing else', async () => {
    const { url } = await uploaded();
    const [lost, unfinished, fresh] = ['A'.repeat(22), `.part-${'B'.repeat(22)}`, 'C'.repeat(22)];
    for (const name of [lost, unfinished, fresh, 'a folder of the operator']) {
      mkdirSync(join(folder(), name));
      writeFileSync(join(folder(), name, 'full.png'), 'x');
      const changed = new Date(Date.now() - (name === fresh ? 0 : 2 * 3_600_000));
      utimesSync(join(folder(), name), changed, changed);
    }
    await cleanUp(0);
    const left = tokens();
    expect([lost, unfinished].filter((name) => left.includes(name))).toEqual([]);
    expect(left).toEqual(expect.arrayContaining([fresh, 'a folder of the operator']));
    await file(url).expect(200);
  });
});

describe('a store', () => {
  it('that can be written is part of the readiness, and uploads are counted', async () => {
    const other = await TestCalendar.start({ UPLOAD_MAX_MB: '1' });
    const { body: health } = await other.raw().get('/health/ready').expect(200);
    expect(health.details.images).toEqual({ status: 'up' });
    const bytes = await picture();
    for (const [file, status] of [
      [bytes, 201],
      [bytes, 200],
      [Buffer.from('no picture'), 415],
    ] as const)
      expect((await upload(file, { as: 'editor', to: other })).status).toBe(status);
    const { text: metrics } = await other
      .raw()
      .get('/metrics')
      .set('Authorization', `Bearer ${other.keys.administrator}`);
    expect(metrics.match(/^calendar_image_.*$/gm)).toEqual([
      'calendar_image_uploads_total{result="stored"} 1',
      'calendar_image_uploads_total{result="repeated"} 1',
      'calendar_image_uploads_total{result="refused"} 1',
      'calendar_image_uploads_total{result="failed"} 0',
      `calendar_image_upload_bytes_total ${bytes.length}`,
    ]);
    await other.stop();
  });

  it('of another calendar is neither written nor cleaned', async () => {
    const { url } = await uploaded();
    const other = await TestCalendar.start({ IMAGES: folder() });
    const before = tokens();
    expect((await upload(await picture(), { as: 'editor', to: other })).status).toBe(503);
    await other.app.get(ImageCleanup).run(new Date(Date.now() + 100 * 86_400_000));
    expect(tokens()).toEqual(before);
    await file(url).expect(200);
    await other.post('/events', EVENT, { as: 'editor' }).expect(201);
    await other.stop();
  });

  it('that cannot be written answers uploads with 503, and nothing else fails', async () => {
    const other = await TestCalendar.start();
    writeFileSync(folder(other), 'a file in the place of the folder');
    const refused = await upload(await picture(), { as: 'editor', to: other, language: 'fr' });
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '30']);
    const { body: health } = await other.raw().get('/health/ready').expect(200);
    expect(health.details.images).toEqual({ status: 'degraded', uploads: 'unavailable' });
    await other.get('/images', { as: 'editor' }).expect(200);
    await other.post('/events', EVENT, { as: 'editor' }).expect(201);
    await other
      .raw()
      .get(`/images/1-${'A'.repeat(22)}/full.png`)
      .expect(404);
    await other.app.get(ImageCleanup).run();
    await other.stop();
  });

  it('has public addresses below the base path, or those of IMAGES_URL', async () => {
    const based = await TestCalendar.start({ SITE_URL: 'https://example.org', BASE_PATH: '/calendar' });
    const { body } = await based
      .raw()
      .post('/calendar/en/cal/events/v1/images')
      .set('Authorization', `Bearer ${based.keys.editor}`)
      .attach('file', await picture(), 'poster.png')
      .expect(201);
    expect(body.url).toMatch(/^https:\/\/example\.org\/calendar\/images\/\d+-[\w-]{22}\/full\.png$/);
    await based
      .raw()
      .get(pathOf(body.url as string))
      .expect(200);
    await based.stop();
    const delivered = await TestCalendar.start({ IMAGES_URL: 'https://cdn.example.org/pictures/' });
    const image = (await upload(await picture(), { as: 'contributor', to: delivered }).expect(201)).body as Uploaded;
    expect(image.url).toMatch(/^https:\/\/cdn\.example\.org\/pictures\/\d+-/);
    const shown = await delivered.post('/events', { ...EVENT, image: image.url }, { as: 'author' }).expect(201);
    expect(shown.body.image.id).toBe(image.id);
    await delivered.stop();
  });
});
