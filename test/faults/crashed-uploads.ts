import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { ImageCheck } from '../../src/calendar/images/image-check.js';
import { ImageCleanup } from '../../src/calendar/images/image-cleanup.js';
import { formatKey, newKey } from '../../src/http/auth/keys.js';
import { scratchFolder } from '../support/scratch.js';
import { TestCalendar } from '../support/test-calendar.js';
import { Instance } from './instance.js';

const HOUR = 3_600_000;

/** Uploads that are on their way at the same time. */
const AT_ONCE = 4;

/** What was found after the last round. */
export interface CrashedUploads {
  /** Uploads that were answered with 201, and those whose images are not there. */
  readonly acknowledged: number;
  readonly lost: number;
  /** Files that rows name and the store lacks. */
  readonly missing: number;
  /** Folders without a row right after the last crash. */
  readonly leftByCrashes: number;
  /** The same after the clean-up two hours later. */
  readonly leftByCleanUp: number;
}

/** Kills the service again and again while pictures are uploaded, and compares the rows with the files. */
export async function crashUploads(url: string, rounds: number): Promise<CrashedUploads> {
  const [images, key] = [scratchFolder(), formatKey(newKey())];
  const instance = await Instance.at({ DATABASE_URL: url, IMAGES: images, ADMIN_KEY: key });
  const acknowledged: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await instance.start();
    let isKilled = false;
    const clients = Array.from({ length: AT_ONCE }, async () => {
      while (!isKilled) {
        const id = await upload(instance.port, key).catch(() => undefined);
        if (id !== undefined) acknowledged.push(id);
      }
    });
    await sleep(100 + Math.random() * 600);
    isKilled = true;
    await instance.kill();
    await Promise.all(clients);
  }
  const calendar = await TestCalendar.start({ IMAGES: images }, url);
  try {
    const check = calendar.app.get(ImageCheck);
    const { missing, withoutRow } = await check.check(() => undefined);
    const known = new Set((await check.list()).map(({ image }) => image.id));
    await calendar.app.get(ImageCleanup).run(new Date(Date.now() + 2 * HOUR));
    const after = await check.check(() => undefined);
    return {
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((id) => !known.has(id)).length,
      missing: missing.length + after.missing.length,
      leftByCrashes: withoutRow.length,
      leftByCleanUp: after.withoutRow.length,
    };
  } finally {
    await calendar.stop();
  }
}

/** @returns the id of a new image; undefined if the upload was refused */
async function upload(port: number, key: string): Promise<number | undefined> {
  const [r, g, b] = [0, 1, 2].map(() => Math.floor(Math.random() * 256));
  const create = { width: 900, height: 600, channels: 3, background: { r, g, b } } as const;
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]), 'poster.png');
  const response = await fetch(`http://127.0.0.1:${port}/en/cal/events/v1/images`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${key}` }, body },
  });
  return response.status === 201 ? ((await response.json()) as { id: number }).id : undefined;
}
