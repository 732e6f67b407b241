import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { type Figure, quantile, tally } from './figures.js';
import { Target } from './target.js';

const ROOT = '/en/cal/events/v1';

/** Milliseconds for the 99th percentile of other requests. */
const OTHERS_P99 = 600;

/** Mebibytes by which the memory may grow. */
const MEMORY = 500;

const AT_ONCE = 50;

/** Files that are no pictures, lie about what they are, or need much memory. */
async function badFiles(): Promise<Record<string, Buffer>> {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#808080' }, limitInputPixels: false }).png();
  const small = await plain(40, 40).toBuffer();
  return {
    'bomb of 30,000 x 30,000': await plain(30_000, 30_000).toBuffer(),
    'picture of 1 x 65,000': await plain(1, 65_000).toBuffer(),
    'cut picture': (
      await sharp({ create: { width: 800, height: 800, channels: 3, background: '#123456' } })
        .jpeg()
        .toBuffer()
    ).subarray(0, 900),
    'script behind a picture': Buffer.concat([small, Buffer.from('<script>alert(1)</script>')]),
    script: Buffer.from('<html><script>alert(1)</script></html>'),
    'drawing with a script': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'animation of 10,000 frames': await animation(10_000),
  };
}

/** A GIF with one frame of 80 x 80 pixels again and again. */
async function animation(frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#336699' } })
    .gif()
    .toBuffer();
  // The frames stand between the header and the trailer, and begin with the extension for their control.
  const begin = still.indexOf(Buffer.from([0x21, 0xf9]));
  const frame = still.subarray(begin, still.length - 1);
  return Buffer.concat([still.subarray(0, begin), ...Array<Buffer>(frames).fill(frame), still.subarray(-1)]);
}

/** Fifty uploads at once of large and of bad files, while another client reads. */
export async function attackByUploads(): Promise<Figure[]> {
  const attack = 'uploads';
  const target = await Target.start({ TRUST_PROXY: 'loopback', RATE_LIMIT: 'off' }, 2000);
  const noise = { width: 4000, height: 3000, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 20 } } as const;
  const photograph = await sharp({ create: { ...noise, background: '#808080' } })
    .jpeg({ quality: 70 })
    .toBuffer();
  const bad = Object.values(await badFiles());
  const before = target.memory();
  let [isOver, most] = [false, before];
  const times: number[] = [];
  const others = (async () => {
    while (!isOver) {
      const start = performance.now();
      await fetch(`http://127.0.0.1:${target.port}${ROOT}/events?per_page=10`, {
        headers: { 'x-forwarded-for': '203.0.113.9' },
      });
      times.push(performance.now() - start);
      most = Math.max(most, target.memory());
      await sleep(10);
    }
  })();
  const statuses = new Map<number, number>();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_none, index) => {
      // Other bytes behind the picture make it a new one.
      const file = index % 2 ? Buffer.concat([photograph, Buffer.from(String(index))]) : bad[(index / 2) % bad.length]!;
      const { status } = await target.upload(file, 'a.jpg').catch(() => ({ status: 0 }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }),
  );
  isOver = true;
  await others;
  const gap = await target.longestGap();
  await target.stop();
  const unexpected = [...statuses].filter(([status]) => ![200, 201, 400, 415, 429, 503].includes(status));
  return [
    { attack, what: 'uploads at once', value: AT_ONCE, unit: '', by: tally(statuses) },
    { attack, what: 'unexpected responses', value: unexpected.length, unit: '', most: 0 },
    { attack, what: 'p99 of other requests', value: quantile(times, 0.99), unit: 'ms', most: OTHERS_P99 },
    { attack, what: 'longest gap of the event loop', value: gap, unit: 'ms of work', most: 100 },
    { attack, what: 'growth of memory', value: most - before, unit: 'MiB', most: MEMORY },
  ];
}
