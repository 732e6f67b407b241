import { type FeedContext, type Format } from '../../calendar/extension-api/format.js';
import { chunks } from '../../database/sql/statements.js';
import { digestOf, etagOf, StreamedBody, BufferedBody } from '../../http/response/serialized-response.js';
import { type EntryPage } from '../../calendar/list/entries.js';
import { yieldToEventLoop } from '../../lib/tasks/yield-to-event-loop.js';

/** Number of records that one query loads, which bounds statements and memory. */
const READ_BATCH_SIZE = 100;

/** Number of records that are serialized before the generator yields to the event loop. */
const WRITE_BATCH_SIZE = 20;

/** Documents up to this size are built in memory and cached; larger ones are streamed. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

/** Produces the text of a document in parts, and yields to the event loop between them. */
export async function* documentParts(
  format: Format,
  feed: FeedContext,
  { ids, read }: Pick<EntryPage, 'ids' | 'read'>,
): AsyncGenerator<string> {
  const { between = '' } = format;
  yield await format.header(feed);
  let isFirst = true;
  for (const idBatch of chunks(ids, READ_BATCH_SIZE)) {
    for (const entries of chunks(await read(idBatch), WRITE_BATCH_SIZE)) {
      const items = entries.map((entry) => format.item(entry, feed)).filter(Boolean);
      if (items.length > 0) yield (isFirst ? '' : between) + items.join(between);
      isFirst &&= items.length === 0;
      await yieldToEventLoop();
    }
  }
  yield format.footer(feed);
}

/**
 * Builds a document in memory, or streams it if it is too long.
 * @param contentKey a key that changes with the stored data and with the requested records
 */
export async function bufferOrStream(
  mediaType: string,
  parts: AsyncGenerator<string>,
  contentKey: string,
): Promise<BufferedBody | StreamedBody> {
  const buffered: Buffer[] = [];
  let length = 0;
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    const bytes = Buffer.from(part.value);
    buffered.push(bytes);
    length += bytes.length;
    if (length > MAX_BUFFERED_BYTES) {
      const bufferedPart = Buffer.concat(buffered);
      // A weak ETag, since the same stream may be compressed or not.
      const etag = `W/${etagOf(digestOf(`${contentKey} ${digestOf(bufferedPart)}`))}`;
      return new StreamedBody(mediaType, etag, streamRest(bufferedPart, parts));
    }
  }
  return new BufferedBody(mediaType, Buffer.concat(buffered));
}

async function* streamRest(bufferedPart: Buffer, parts: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  yield bufferedPart;
  for await (const part of parts) yield Buffer.from(part);
}
