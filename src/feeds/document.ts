import { setImmediate as breathe } from 'node:timers/promises';
import { type FeedContext, type Format } from '../extension-api/format.js';
import { chunks } from '../database/sql/statements.js';
import { digestOf, etagOf } from '../http/response/etag.js';
import { StreamedBody, BufferedBody } from '../http/response/bodies.js';
import { type Entries } from '../list/entries.js';

/** Number of records that are read at once, to keep statements and memory small. */
const READ_AT_ONCE = 100;

/** Number of records that are written before other requests are served. */
const WRITTEN_AT_ONCE = 20;

/** Maximum size in bytes of a document that is built in memory and cached. Longer ones are streamed. */
const LONGEST_HELD = 4 * 1024 * 1024;

/** Produces the text of a document in parts, and yields to other requests in between. */
export async function* partsOf(
  format: Format,
  feed: FeedContext,
  { ids, read }: Pick<Entries, 'ids' | 'read'>,
): AsyncGenerator<string> {
  const { between = '' } = format;
  yield await format.header(feed);
  let isFirst = true;
  for (const some of chunks(ids, READ_AT_ONCE)) {
    for (const entries of chunks(await read(some), WRITTEN_AT_ONCE)) {
      const items = entries.map((entry) => format.item(entry, feed)).filter(Boolean);
      if (items.length > 0) yield (isFirst ? '' : between) + items.join(between);
      isFirst &&= items.length === 0;
      await breathe();
    }
  }
  yield format.footer(feed);
}

/**
 * Builds a document in memory, or streams it if it is too long.
 * @param name a key that changes with the stored data and with the requested records
 */
export async function bodyOf(
  mediaType: string,
  parts: AsyncGenerator<string>,
  name: string,
): Promise<BufferedBody | StreamedBody> {
  const held: Buffer[] = [];
  let length = 0;
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    const bytes = Buffer.from(part.value);
    held.push(bytes);
    length += bytes.length;
    if (length > LONGEST_HELD) {
      const beginning = Buffer.concat(held);
      // A weak ETag, since the same stream may be compressed or not.
      const etag = `W/${etagOf(digestOf(`${name} ${digestOf(beginning)}`))}`;
      return new StreamedBody(mediaType, etag, rest(beginning, parts));
    }
  }
  return new BufferedBody(mediaType, Buffer.concat(held));
}

async function* rest(beginning: Buffer, parts: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  yield beginning;
  for await (const part of parts) yield Buffer.from(part);
}
