import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { Database } from '../src/database/database.js';
import { run } from '../src/database/sql/statements.js';
import { Settings } from '../src/lib/config/settings.js';
import { makers } from './support/makers.js';
import { runCommand } from './support/programs.js';
import { TestCalendar } from './support/test-calendar.js';
import { eventually } from './support/until.js';

let calendar: TestCalendar;
let folder: string;
const { anEvent } = makers(() => calendar);

beforeEach(async () => {
  calendar = await TestCalendar.start();
  folder = calendar.app.get(Settings).images;
});

afterEach(() => calendar.stop());

/** `npm run images -- …` */
const images = (...args: string[]) => imagesOf(calendar, ...args);

const imagesOf = ({ url }: TestCalendar, ...args: string[]) =>
  runCommand('images', args, { folder: '.', env: { DATABASE_URL: url, IMAGES: folder } });

let shade = 0;
async function uploaded(format: 'png' | 'webp' = 'png'): Promise<{ id: number; name: string; token: string }> {
  shade += 1;
  // Shades that are alike would be one picture in WebP, and so one image.
  const background = { r: (shade * 40) % 256, g: (shade * 90) % 256, b: 0 };
  const bytes = await sharp({ create: { width: 700, height: 300, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
  const name = `${shade}.${format}`;
  const { body } = await calendar.post('/images', undefined, { as: 'editor' }).attach('file', bytes, name);
  return { id: body.id as number, name, token: /-([\w-]{22})\//.exec(body.url as string)![1]! };
}

/** An image that an event shows, and one that nothing shows. */
async function usedAndUnused() {
  const [used, unused] = [await uploaded(), await uploaded()];
  await anEvent({ image: used.id }, { as: 'editor' });
  return [used, unused] as const;
}

it('lists images with the number of records that show them', async () => {
  const [used, unused] = await usedAndUnused();
  const { status, stdout } = await images('list');
  expect(status).toBe(0);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['id', 'file name', 'size', 'used by', 'uploaded'],
    [String(unused.id), unused.name, '700x300', '0', expect.stringMatching(/^2\d{3}-.* UTC$/)],
    [String(used.id), used.name, '700x300', '1', expect.stringMatching(/^2\d{3}-.* UTC$/)],
  ]);
});

it('removes what nothing shows, or only says so', async () => {
  await usedAndUnused();
  const lost = 'L'.repeat(22);
  mkdirSync(join(folder, lost));
  writeFileSync(join(folder, lost, 'full.png'), 'x');
  utimesSync(join(folder, lost), new Date(0), new Date(0));
  expect(await images('prune')).toMatchObject({
    ...{ status: 0, stdout: 'Removed 0 images, and 1 folder of files without an image.' },
  });
  const what = '1 image, and 0 folders of files without an image.';
  expect((await images('prune', '--unused-for', '0', '--dry-run')).stdout).toBe(`Would remove ${what}`);
  expect((await images('list')).stdout.split('\n')).toHaveLength(3);
  expect((await images('prune', '--unused-for', '0')).stdout).toBe(`Removed ${what}`);
  expect((await images('list')).stdout.split('\n')).toHaveLength(2);
  expect(readdirSync(folder).filter((name) => name.length === 22)).toHaveLength(1);
});

it('names files that are missing and folders without an image', async () => {
  const { id, token } = await uploaded();
  expect(await images('check')).toMatchObject({ status: 0, stdout: 'All files are there, and no others.' });
  rmSync(join(folder, token, '640.webp'));
  mkdirSync(join(folder, 'N'.repeat(22)));
  const { status, stdout } = await images('check');
  expect([status, stdout.split('\n')]).toEqual([
    1,
    [
      `Missing: file 640.webp of image ${id}.`,
      `Not needed: folder ${'N'.repeat(22)}. The service removes it after an hour.`,
    ],
  ]);
});

it('makes the JPEG of pictures that were uploaded before the service made it', async () => {
  await uploaded();
  const [made, lost] = [await uploaded('webp'), await uploaded('webp')];
  const jpeg = join(folder, made.token, 'shared.jpg');
  rmSync(join(folder, lost.token), { recursive: true });
  rmSync(jpeg);
  await calendar.app.get(Database).write((manager) => run(manager, 'UPDATE images SET hasJpeg = FALSE'));
  const { url } = (await anEvent({ image: made.id }, { as: 'editor' })) as object as { readonly url: string };
  const preview = async () =>
    /og:image" content="([^"]+)"/.exec((await calendar.raw().get(new URL(url).pathname)).text)?.[1];
  expect(await preview()).toBeUndefined();
  const failed = `Failed: image ${lost.id}: the file full.webp is missing.`;
  const dry = await images('rebuild', '--dry-run');
  expect([dry.status, dry.stdout]).toEqual([1, `${failed}\nWould make the JPEG of 1 image.`]);
  expect(existsSync(jpeg)).toBe(false);
  const { status, stdout } = await images('rebuild');
  expect([status, stdout]).toEqual([1, `${failed}\nMade the JPEG of 1 image.`]);
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 700, height: 300 });
  // The command is another process, whose writes a service with a database server sees within a second.
  await eventually(async () => /\/shared\.jpg$/.test((await preview()) ?? ''));
  await calendar.delete(`/images/${lost.id}`, { as: 'editor' }).expect(200);
  expect(await images('rebuild')).toMatchObject({ status: 0, stdout: 'Made the JPEG of 0 images.' });
  expect(await images('check')).toMatchObject({ status: 0 });
});

it('only says what it would make, without a store that can be written', async () => {
  const { id } = await uploaded('webp');
  await calendar.app.get(Database).write((manager) => run(manager, 'UPDATE images SET hasJpeg = FALSE'));
  rmSync(folder, { recursive: true });
  const dry = await images('rebuild', '--dry-run');
  const failed = `Failed: image ${id}: the file full.webp is missing.`;
  expect([dry.status, dry.stdout]).toEqual([1, `${failed}\nWould make the JPEG of 0 images.`]);
  expect(existsSync(folder)).toBe(false);
});

it('does not touch the store of another calendar', async () => {
  await uploaded();
  const other = await TestCalendar.start({ IMAGES: folder });
  const { status, stderr } = await imagesOf(other, 'check');
  expect([stderr, status]).toEqual([expect.stringContaining('of another calendar'), 1]);
  await other.stop();
});

it.each([
  [2, ['prune', '--unused-for', 'long'], 'Give a number of days from 0 to 9999.'],
  [2, ['remove'], "unknown command 'remove'"],
])('exits with %d for the arguments %j', async (status, args, message) => {
  expect(await images(...args)).toMatchObject({ status, stderr: expect.stringContaining(message) });
});

it('has a help with its exit codes', async () => {
  const { status, stdout } = await images('--help');
  expect([status, stdout]).toEqual([0, expect.stringMatching(/list[^]*prune[^]*check[^]*rebuild[^]*Exit codes:/)]);
});
