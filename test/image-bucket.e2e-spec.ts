import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { ImageCleanup } from '../src/calendar/images/image-cleanup.js';
import { S3Server } from './support/s3-server.js';
import { TestCalendar } from './support/test-calendar.js';
import { processTime } from './support/process-time.js';

let server: S3Server;
let calendar: TestCalendar;

beforeAll(async () => {
  server = await S3Server.start();
  calendar = await TestCalendar.start(server.environment);
});

afterAll(async () => {
  await calendar.stop();
  await server.stop();
});

let shade = 0;
const picture = (width: number) =>
  sharp({ create: { width, height: width / 2, channels: 3, background: { r: (shade += 1), g: 1, b: 2 } } })
    .jpeg()
    .toBuffer();

const upload = async (bytes: Buffer, to = calendar) =>
  to.post('/images', undefined, { as: 'editor' }).attach('file', bytes, 'poster.jpg');
const file = (url: string, of = calendar) => of.raw().get(new URL(url).pathname);

const HOUR = 3_600_000;
const cleanUp = (hours: number, of = calendar) => of.app.get(ImageCleanup).run(new Date(Date.now() + hours * HOUR));

describe('images in a bucket', () => {
  it('are served as those in a folder, in parts too', async () => {
    const before = server.tokens().length;
    const { body, status } = await upload(await picture(800));
    expect(status).toBe(201);
    expect(server.tokens()).toHaveLength(before + 1);
    for (const { url, width } of Object.values<{ url: string; width: number }>(body.sizes as never)) {
      const whole = await file(url).expect(200);
      expect((await sharp(whole.body as Buffer).metadata()).width).toBe(width);
      const part = await file(url).set('Range', 'bytes=10-19').expect(206);
      expect(part.body).toEqual((whole.body as Buffer).subarray(10, 20));
      expect(Number((await calendar.raw().head(new URL(url).pathname).expect(200)).headers['content-length'])).toBe(
        (whole.body as Buffer).length,
      );
    }
    await file((body.url as string).replace('full', '999')).expect(404);
  });

  it('have headers for delivery by the bucket itself', async () => {
    const { body } = await upload(await picture(30));
    const [, token, name] = /-([\w-]{22})\/(.*)$/.exec(body.url as string)!;
    const { CacheControl, ContentType } = await s3().send(object(`town/${token}/${name}`));
    expect([CacheControl, ContentType]).toEqual(['public, max-age=31536000, immutable', 'image/jpeg']);
  });

  it('are deleted with their files, and files without a row after an hour', async () => {
    const { body } = await upload(await picture(700));
    const before = server.tokens().length;
    await calendar.delete(`/images/${body.id}`, { as: 'editor' }).expect(200);
    await file(body.url as string).expect(404);
    expect(server.tokens()).toHaveLength(before - 1);
    const lost = 'L'.repeat(22);
    for (const Key of [`town/${lost}/full.jpg`, `town/${lost}/320.webp`, 'town/own file', `elsewhere/${lost}/full.jpg`])
      await s3().send(new PutObjectCommand({ Bucket: 'pictures', Key, Body: 'x' }));
    server.dateNow();
    await cleanUp(0.5);
    expect(server.tokens()).toContain(lost);
    await cleanUp(2);
    expect(server.tokens()).not.toContain(lost);
    expect(server.tokens()).toHaveLength(before - 1);
    for (const key of ['town/own file', `elsewhere/${lost}/full.jpg`]) expect(await content(key)).toBe('x');
  });

  it('of another calendar are neither written nor removed', async () => {
    const { body } = await upload(await picture(40));
    const other = await TestCalendar.start(server.environment);
    expect((await upload(await picture(42), other)).status).toBe(503);
    await cleanUp(1000, other);
    await file(body.url as string).expect(200);
    await other.stop();
  });

  it('are 503 while the bucket cannot be reached, and nothing else fails', async () => {
    const { body } = await upload(await picture(50));
    const gone = { ...server.environment, IMAGES_S3_ENDPOINT: 'http://127.0.0.1:9' };
    const cut = await TestCalendar.start(gone);
    expect((await upload(await picture(52), cut)).status).toBe(503);
    await file(body.url as string, cut).expect(503);
    await cut.get('/images', { as: 'editor' }).expect(200);
    await cut
      .post(
        '/events',
        { title: 'Concert', start_date: '2027-06-21 19:30', end_date: '2027-06-21 22:00' },
        { as: 'editor' },
      )
      .expect(201);
    await cut.stop();
  });
});

describe('a provider that falls silent', () => {
  const SIZE = 300_000;
  let silent: Server;
  let calendarOfSilent: TestCalendar;

  /** Answers HEAD, and reads as the first letter of the token says. The mark of the bucket is never answered. */
  const answer: RequestListener = ({ method, url = '' }, response) => {
    const [, kind = ''] = /\/town\/([A-Z])\1{21}\//.exec(url) ?? [];
    if (method === 'HEAD' && kind !== 'H') return response.setHeader('Content-Length', SIZE).end();
    if (kind === 'F') response.setHeader('Content-Length', SIZE).flushHeaders();
    if (kind === 'P') response.setHeader('Content-Length', SIZE).write(Buffer.alloc(SIZE / 2));
    return response;
  };

  beforeAll(async () => {
    silent = createServer(answer).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const IMAGES_S3_ENDPOINT = `http://127.0.0.1:${port}`;
    calendarOfSilent = await TestCalendar.start({ ...server.environment, IMAGES_S3_ENDPOINT });
  });

  afterAll(async () => {
    await calendarOfSilent.stop();
    silent.closeAllConnections();
    silent.close();
  });

  it('gives 503 in time, for uploads and files, also after it has begun to answer', async () => {
    const start = processTime();
    const path = (kind: string) => `http://localhost/images/1-${kind.repeat(22)}/full.jpg`;
    const [uploaded, ...files] = await Promise.all([
      upload(await picture(60), calendarOfSilent),
      ...['H', 'G', 'F'].map((kind) => file(path(kind), calendarOfSilent)),
      expect(file(path('P'), calendarOfSilent)).rejects.toThrow('aborted'),
    ]);
    expect(uploaded.status).toBe(503);
    for (const one of files.slice(0, 3)) {
      expect(one).toMatchObject({ status: 503, body: { code: 'rest_unavailable' } });
      expect(one!.headers).not.toHaveProperty('etag');
      expect(one!.headers['cache-control']).toBe('no-store');
    }
    expect(processTime() - start).toBeLessThan(25_000);
  }, 40_000);
});

const s3 = () =>
  new S3Client({ endpoint: server.environment.IMAGES_S3_ENDPOINT, forcePathStyle: true, region: 'us-east-1' });
const object = (Key: string) => new GetObjectCommand({ Bucket: 'pictures', Key });
const content = async (key: string) => text((await s3().send(object(key))).Body as NodeJS.ReadableStream);
