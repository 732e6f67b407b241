import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { ImportFolder } from './support/import-command.js';
import { processTime } from './support/process-time.js';

/** A site whose pictures are imported: one that loads, and others that do not. */
const requested: string[] = [];
let site: Server;
let address: string;
let folder: ImportFolder;

beforeAll(async () => {
  const picture = await sharp({ create: { width: 700, height: 350, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  site = createServer((request, response): unknown => {
    requested.push(request.url!);
    if (request.url!.startsWith('/poster.png')) return response.end(picture);
    if (request.url!.startsWith('/silent')) return undefined;
    if (request.url === '/page.png') return response.end('<html>No picture</html>');
    if (request.url === '/large.png') return response.end(Buffer.alloc(2 * 1024 * 1024));
    response.statusCode = 404;
    return response.end();
  });
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

afterAll(() => {
  site.closeAllConnections();
  site.close();
});

beforeEach(() => {
  folder = new ImportFolder();
  requested.length = 0;
});

afterEach(() => folder.remove());

interface Shown {
  title: string;
  image: { url: string; sizes: object | null } | null;
}

const imported = () =>
  folder.inCalendar(async (calendar) => {
    const { body } = await calendar.get('/events?starts_after=2027-01-01&starts_before=2028-01-01').expect(200);
    return Object.fromEntries((body.events as Shown[]).map(({ title, image }) => [title, image]));
  });

const table = (...images: string[]) =>
  [
    'title,start_date,end_date,image',
    ...images.map((image, index) => `No ${index},2027-07-0${index + 1},,${image}`),
  ].join('\n');

const run = (file: string, ...args: string[]) =>
  folder.import([file, '--language', 'en', ...args], { env: { UPLOAD_MAX_MB: '1' } });

describe('import --fetch-images', () => {
  it('stores the pictures of a table, and reports those that stay addresses', async () => {
    const images = ['poster.png', 'poster.png', 'gone.png', 'page.png', 'large.png'].map(
      (name) => `${address}/${name}`,
    );
    const file = folder.file('events.csv', table(...images));
    const { status, lines } = await run(file, '--fetch-images');
    expect(status).toBe(0);
    for (const [name, reason] of [
      ['gone.png', '404'],
      ['page.png', 'This is no picture of an accepted type'],
      ['large.png', '1 MiB'],
    ] as const)
      expect(lines.filter((line) => line.includes(`The image ${address}/${name} stays an address: `))).toEqual([
        expect.stringContaining(reason),
      ]);
    expect(requested.filter((path) => path === '/poster.png')).toHaveLength(1);
    const events = await imported();
    expect(events['No 0']).toMatchObject({ url: expect.stringMatching(/\/images\/\d+-[\w-]{22}\/full\.png$/) });
    expect(events['No 0']!.sizes).toMatchObject({ medium: { width: 640 } });
    expect(events['No 1']).toEqual(events['No 0']);
    for (const [number, name] of [
      [2, 'gone'],
      [3, 'page'],
      [4, 'large'],
    ] as const)
      expect(events[`No ${number}`]).toMatchObject({ url: `${address}/${name}.png`, sizes: null });
    const again = await run(file, '--fetch-images');
    expect(again.lines).toContainEqual(expect.stringMatching(/^\s*5 records? unchanged|unchanged.*5/));
  });

  it('gives up on silent addresses after 20 s, on several at once', async () => {
    const images = ['silent-1.png', 'poster.png', 'silent-2.png', 'silent-3.png'].map((name) => `${address}/${name}`);
    const start = processTime();
    const { status, lines } = await run(folder.file('events.csv', table(...images)), '--fetch-images');
    expect([status, processTime() - start < 35_000]).toEqual([0, true]);
    expect(lines.filter((line) => line.includes('nothing arrived for 20 s'))).toHaveLength(3);
    expect((await imported())['No 1']!.sizes).not.toBeNull();
  }, 60_000);

  it('stores the picture of an event of iCalendar', async () => {
    const event = ['BEGIN:VEVENT', 'UID:1', 'DTSTART:20270701T190000Z', 'SUMMARY:Concert'];
    const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, `IMAGE;VALUE=URI:${address}/poster.png`];
    const path = folder.file('a.ics', [...file, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'));
    expect(await run(path, '--fetch-images')).toMatchObject({ status: 0, stderr: '' });
    expect((await imported()).Concert!.sizes).not.toBeNull();
    expect(readdirSync(join(folder.path, 'images')).filter((name) => name.length === 22)).toHaveLength(1);
  });

  it('says in French why an image stays an address', async () => {
    const file = folder.file('events.csv', table(`${address}/gone.png`));
    const { lines } = await folder.import([file, '--language', 'fr', '--fetch-images']);
    expect(lines).toContainEqual(expect.stringContaining(`L’image ${address}/gone.png reste une adresse\u00A0: `));
  });

  it.each([[[]], [['--fetch-images', '--dry-run']]])('downloads nothing with %j', async (options) => {
    const file = folder.file('events.csv', table(`${address}/poster.png`));
    expect((await run(file, ...options)).status).toBe(0);
    expect(requested).toEqual([]);
  });
});
