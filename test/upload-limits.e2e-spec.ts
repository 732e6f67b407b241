import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { AccountsService } from '../src/http/auth/accounts.service.js';
import { type Role } from '../src/http/role.js';
import { animation, claiming } from './support/picture-files.js';
import { eventually } from './support/until.js';
import { TestCalendar } from './support/test-calendar.js';
import { until } from './support/until.js';

let calendar: TestCalendar;

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

const upload = (bytes: Buffer, as: Role = 'editor', language = 'en') =>
  calendar.post('/images', undefined, { as, language }).attach('file', bytes, 'poster.png');

const reasonOf = async (bytes: Buffer, language = 'en') => {
  const { status, body } = await upload(bytes, 'editor', language);
  return [status, body.data?.params?.file as string | undefined];
};

const caseFile = (name: string) => readFileSync(join(__dirname, 'data', 'cases', name));
const photograph = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 30 } } })
    .jpeg()
    .toBuffer();

describe('the type of an upload', () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000">';
  const blurred =
    '<filter id="f"><feGaussianBlur stdDeviation="40"/></filter><rect width="9000" height="9000" filter="url(#f)"/>';
  const large = Buffer.alloc(400_000, blurred);
  const tiff = () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: '#336699' } })
      .tiff()
      .toBuffer();

  it('is decided by the first bytes, so that no decoder works on what is refused', async () => {
    const files: Record<string, Buffer> = {
      SVG: Buffer.concat([Buffer.from(drawing), large, Buffer.from('</svg>')]),
      TIFF: Buffer.concat([await tiff(), large]),
      'HEIC with the compatible brands of pictures': container('heic', 'mif1', 'heic', 'miaf'),
      'the first bytes of nothing': Buffer.from('G'),
    };
    for (const [type, bytes] of Object.entries(files)) {
      const before = process.cpuUsage();
      const { status, body } = await upload(bytes);
      const { user, system } = process.cpuUsage(before);
      expect([type, status, body.code]).toEqual([type, 415, 'rest_unsupported_media_type']);
      expect([type, user + system < 2_000_000]).toEqual([type, true]);
    }
  });

  it('cannot be another one than the first bytes say', async () => {
    for (const begin of ['\xff\xd8\xff\xe0', 'GIF89a', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBP']) {
      const disguised = Buffer.concat([Buffer.from(begin, 'latin1'), Buffer.from(`${drawing}${blurred}</svg>`)]);
      expect([begin, ...(await reasonOf(disguised))]).toEqual([begin, 400, expect.stringContaining('damaged')]);
    }
    const other = container('avif', 'mif1');
    expect(await reasonOf(other)).toEqual([400, expect.stringContaining('damaged')]);
  });
});

/** The first box of a container of ISO 14496-12 with these brands. */
function container(major: string, ...compatible: string[]): Buffer {
  const box = Buffer.from(`\0\0\0\0ftyp${major}\0\0\0\0${compatible.join('')}`);
  box.writeUInt32BE(box.length);
  return Buffer.concat([box, Buffer.alloc(64)]);
}

describe('the size of an upload', () => {
  it.each([
    ['jpeg', 7100, 7100, 'at most 50 million pixels'],
    ['png', 6100, 6000, 'at most 36 million pixels'],
    ['webp', 6100, 6000, 'at most 36 million pixels'],
    ['gif', 4100, 4000, 'at most 16 million pixels'],
    ['avif', 4100, 4000, 'at most 16 million pixels'],
    ['png', 50_000_000, 1, 'neither side may exceed 16,384 pixels'],
    ['png', 1, 65_000, 'neither side may exceed 16,384 pixels'],
    ['gif', 1, 16_385, 'neither side may exceed 16,384 pixels'],
  ] as const)('is read from the header: %s of %d x %d', async (format, width, height, reason) => {
    expect(await reasonOf(await claiming(format, width, height))).toEqual([400, expect.stringContaining(reason)]);
  });

  it('counts the colours of a progressive JPEG, which all stay in memory', async () => {
    const bytes = await claiming('jpeg', 7000, 6000, true);
    expect(await reasonOf(bytes)).toEqual([400, expect.stringContaining('at most 37.5 million pixels')]);
  });

  it('counts all pictures of an animation', async () => {
    expect(await reasonOf(await animation(8, 301))).toEqual([400, expect.stringContaining('at most 300 pictures')]);
    expect(await reasonOf(await animation(300, 223))).toEqual([
      400,
      expect.stringContaining('20 million pixels in all'),
    ]);
    expect((await upload(await animation(8, 300))).status).toBe(201);
  });

  it('is refused in French too', async () => {
    expect(await reasonOf(await claiming('gif', 4100, 4000), 'fr')).toEqual([
      400,
      'Cette image est trop grande\u00A0: au plus 16 millions de pixels (largeur fois hauteur) sont acceptés pour son type.',
    ]);
  });
});

describe('a damaged picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('of %s is 400 with the reason', async (format) => {
    const noise = { type: 'gaussian', sigma: 30 } as const;
    const whole = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#888', noise } })
      .toFormat(format)
      .toBuffer();
    for (const part of [0.5, 0.02])
      expect([part, ...(await reasonOf(whole.subarray(0, Math.max(16, whole.length * part))))]).toEqual([
        part,
        400,
        'This picture is damaged: it cannot be read to its end. Save it again with another program.',
      ]);
  });

  it('of WebP in the field is 400', async () => {
    expect(await reasonOf(caseFile('damaged.webp'))).toEqual([400, expect.stringContaining('damaged')]);
  });

  it('is not one that lacks only the end marker of JPEG', async () => {
    const whole = await photograph();
    const files = {
      'of the field': caseFile('no-end-marker.jpg'),
      'without the marker': whole.subarray(0, -2),
      'without its last byte': (await photograph()).subarray(0, -1),
      'progressive, with a small picture inside': await progressiveWithoutEnd(),
    };
    for (const [what, bytes] of Object.entries(files))
      expect([what, (await upload(bytes)).status]).toEqual([what, 201]);
    expect((await upload(whole.subarray(0, whole.length * 0.7))).status).toBe(400);
  });
});

/** A JPEG without end marker whose comment holds a whole JPEG, as thumbnails are. */
async function progressiveWithoutEnd(): Promise<Buffer> {
  const whole = await sharp(await photograph())
    .jpeg({ progressive: true })
    .toBuffer();
  const inside = await photograph();
  const length = Buffer.from([0xff, 0xfe, 0, 0]);
  length.writeUInt16BE(inside.length + 2, 2);
  return Buffer.concat([whole.subarray(0, 2), length, inside, whole.subarray(2, -2)]);
}

describe('uploads at once', () => {
  const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  const END = '\r\n--b--\r\n';
  const open: Socket[] = [];

  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()));

  /** Begins an upload, which the service answers with 100 Continue when it reads the body. */
  async function begin(key: string, length = 5000): Promise<{ socket: Socket; answer: string }> {
    const { port } = calendar.app.getHttpServer().address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    const head = ['POST /en/cal/events/v1/images HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${key}`];
    const body = ['Content-Type: multipart/form-data; boundary=b', `Content-Length: ${length}`, 'Expect: 100-continue'];
    socket.write(`${[...head, ...body].join('\r\n')}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return { socket, answer: answer.toString() };
  }

  const accounts = async (count: number) => {
    const service = calendar.app.get(AccountsService);
    const keys: string[] = [];
    for (let number = 0; number < count; number += 1)
      keys.push((await service.createKey({ name: `sender ${number}`, role: 'contributor' })).text);
    return keys;
  };

  it('are four of an account, decided before the body', async () => {
    const key = calendar.keys.contributor;
    for (let number = 0; number < 4; number += 1) expect((await begin(key)).answer).toMatch(/^HTTP\/1.1 100 /);
    const { answer } = await begin(key);
    expect(answer).toMatch(/^HTTP\/1.1 429 /);
    expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/);
    expect((await upload(await photograph(), 'author')).status).toBe(201);
    open[0]!.destroy();
    await eventually(async () => (await upload(await photograph(), 'contributor')).status === 201);
  });

  it('are twenty in all, decided before the body', async () => {
    const keys = await accounts(6);
    for (const key of keys.slice(0, 5))
      for (let number = 0; number < 4; number += 1) expect((await begin(key)).answer).toMatch(/^HTTP\/1.1 100 /);
    const { answer } = await begin(keys[5]!);
    expect(answer).toMatch(/^HTTP\/1.1 503 /);
    expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/);
    open[0]!.destroy();
    await eventually(async () => (await begin(keys[5]!)).answer.startsWith('HTTP/1.1 100 '));
  });

  it('end with their clients, also while a picture is decoded', async () => {
    const key = calendar.keys.administrator;
    const bytes = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#336699' } })
      .webp({ effort: 0 })
      .toBuffer();
    const { socket } = await begin(key, HEAD.length + bytes.length + END.length);
    await new Promise<void>((sent) => {
      socket.write(Buffer.concat([Buffer.from(HEAD), bytes, Buffer.from(END)]), () => sent());
    });
    await until(() => sharp.counters().process > 0);
    socket.destroy();
    await until(() => sharp.counters().process === 0);
    // The four places are free again, and the picture is new.
    await eventually(async () => (await upload(bytes, 'administrator')).status === 201);
  });

  it('are answered where the connection is silent for longer than others may be', async () => {
    const server = calendar.app.getHttpServer();
    const { timeout } = server;
    server.setTimeout(200);
    try {
      const { socket } = await begin(calendar.keys.editor, HEAD.length + END.length);
      await sleep(500);
      socket.write(HEAD + END);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1.1 400 /);
    } finally {
      server.setTimeout(timeout);
    }
  });
});
