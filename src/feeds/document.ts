import { setImmediate as breathe } from 'node:timers/promises';
import { type FeedContext, type Format } from '../extension-api/format.js';
import { chunks } from '../database/sql/lists.js';
import { digestOf, etagOf } from '../http/response/etag.js';
import { StreamedBody, BufferedBody } from '../http/response/bodies.js';
import { type Entries } from '../list/entries.js';

/** How many records are read at once, to keep both statements and memory low. */
const READ_AT_ONCE = 100;

/** How many records are written before other requests get a turn. */
const WRITTEN_AT_ONCE = 20;

/** Bytes up to which a document is built as a whole and cached. Longer ones are streamed. */
const LONGEST_HELD = 4 * 1024 * 1024;

/** The text of a document, part by part; other requests get their turn in between. */
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
 * Builds a document as a whole, or streams it if it is too long.
 * @param name changes with everything that is stored, and with the records that are asked for
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
