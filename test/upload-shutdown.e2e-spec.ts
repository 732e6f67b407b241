import { setTimeout as sleep } from 'node:timers/promises';
import { formatKey, newKey } from '../src/http/auth/keys.js';
import { build } from './support/build.js';
import { scratchFolder } from './support/scratch.js';
import { Service } from './support/service.js';
import { temporarySqlite } from './support/temporary-database.js';
import { processTime } from './support/process-time.js';

/** An AVIF of 4,000 x 4,000 pixels of one colour, which takes 5 s to decode and encode. */
const AVIF =
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA' +
  'ACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAAMgAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRt' +
  'AAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgTACAAAAABRpc3BlAAAAAAAAD6AAAA+gAAAAEHBpeGkAAAAAAwgICAAAABZp' +
  'cG1hAAAAAAAAAAEAAQOBAgMAAADQbWRhdBIACgo8Lv5/59pAQ0GkMrcBEEoTGCYeeeeaCQAAVc/MR2qWB3XfklncA99B7jbRFmST' +
  't0i5FLNvYqSXS6VV3ZUJ6O+BzfdC0h48hYVjOm8HDhbyhhxQ4uX95Ji2F2iJLfl85GqZzhzk9cxfqFKHG4ftGj2qz8xHapYHdd+S' +
  'WdwD30HuNtEWZJO3SLkUs29ipJdLpVXdlQno74HN90LSHjyFhWM6bwcOFvKGHFDi5f3kmLYXaIkt+XzkapnOHOT1zF+oUocbh+0h';

it('SIGTERM does not wait for pictures that are decoded', async () => {
  build();
  const database = await temporarySqlite();
  const key = formatKey(newKey());
  const settings = { DATABASE_URL: database.url, IMAGES: scratchFolder(), ADMIN_KEY: key, ADMIN_PAGE: 'off' };
  const service = Service.run(settings);
  await service.listening();
  const upload = (file: Buffer) => {
    const body = new FormData();
    body.set('file', new Blob([Uint8Array.from(file)]), 'poster.avif');
    const headers = { Authorization: `Bearer ${key}` };
    return fetch(`http://127.0.0.1:${service.port}/en/cal/events/v1/images`, { method: 'POST', headers, body });
  };
  const picture = Buffer.from(AVIF, 'base64');
  // Two are decoded, and one waits.
  const answers = [0, 1, 2].map((number) => upload(Buffer.concat([picture, Buffer.alloc(number)])));
  await sleep(1000);
  const start = processTime();
  service.kill('SIGTERM');
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(await service.end).toBe('SIGTERM');
  expect(processTime() - start).toBeLessThan(10_000);
  await database.drop();
});
