import { setImmediate as breathe } from 'node:timers/promises';
import { type Format, type Sheet } from '../extension-api/format.js';
import { pieces } from '../database/sql/lists.js';
import { digestOf, etagOf } from '../http/response/etag.js';
import { StreamedBody, BufferedBody } from '../http/response/bodies.js';
import { type Entries, type Entry } from '../list/entries.js';

/** Records that are read at once: few statements, and little in memory. */
const READ_AT_ONCE = 100;

/** Records that are written at once: other requests wait for no more. */
const WRITTEN_AT_ONCE = 20;

/** Bytes of a part of a document, as most have them. */
const USUAL_PART = 256 * 1024;

/** Of a character of a text, with what an encoding puts between them. */
const MOST_OCTETS = 4;

/** Bytes up to which a document is held, kept and told apart as a whole; longer ones are sent as they are written. */
const LONGEST_HELD = 4 * 1024 * 1024;

/** What a document is written of. */
type Records = Pick<Entries, 'ids' | 'read'>;

/** The records of a list, some at a time; others get their turn in between. */
async function* inParts({ ids, read }: Records): AsyncGenerator<readonly Entry[]> {
  for (const some of pieces(ids, READ_AT_ONCE)) {
    for (const entries of pieces(await read(some), WRITTEN_AT_ONCE)) {
      yield entries;
      await breathe();
    }
  }
}

/** Bytes of texts one behind another, in memory that the next ones are put into as well. */
class Part {
  private room = Buffer.allocUnsafeSlow(USUAL_PART);
  private length = 0;

  constructor(private readonly encode: NonNullable<Format['encode']>) {}

  add(text: string): void {
    const needed = this.length + MOST_OCTETS * text.length;
    if (needed > this.room.length) this.room = Buffer.concat([this.bytes], 2 * needed);
    this.length = this.encode(text, this.room, this.length);
  }

  /** What was added since it was taken last; holds until something is added again. */
  take(): Buffer {
    const { bytes } = this;
    this.length = 0;
    return bytes;
  }

  private get bytes(): Buffer {
    return this.room.subarray(0, this.length);
  }
}

const asItIs = (text: string, room: Buffer, start: number) => start + room.write(text, start);

/** A document, part by part; each holds until the next one is asked for. */
export async function* partsOf(format: Format, sheet: Sheet, records: Records): AsyncGenerator<Buffer> {
  const { between = '', encode = asItIs } = format;
  const part = new Part(encode);
  part.add(await format.head(sheet));
  let isFirst = true;
  for await (const entries of inParts(records)) {
    yield part.take();
    for (const entry of entries) {
      const piece = format.piece(entry, sheet);
      if (piece === '') continue;
      // Each by itself: one text of all of them would be made for that alone.
      part.add(isFirst ? piece : between + piece);
      isFirst = false;
    }
  }
  part.add(format.foot(sheet));
  yield part.take();
}

/** What a document was put together in, for the next one: V8 would look through all that it has to be rid of such memory. */
let spare: Buffer | undefined;

/**
 * Writes a document as a whole, or begins to stream it where it is too long to be held.
 * @param name changes with everything that is stored, and with the records that are asked for
 */
export async function written(
  mediaType: string,
  parts: AsyncGenerator<Buffer>,
  name: string,
): Promise<BufferedBody | StreamedBody> {
  const room = spare ?? Buffer.allocUnsafeSlow(LONGEST_HELD);
  spare = undefined;
  let length = 0;
  try {
    for (let part = await parts.next(); !part.done; part = await parts.next()) {
      if (length + part.value.length > LONGEST_HELD) {
        const beginning = Buffer.concat([room.subarray(0, length), part.value]);
        // Weak: the bytes are compressed on the way, or are not.
        const etag = `W/${etagOf(digestOf(`${name} ${digestOf(beginning)}`))}`;
        return new StreamedBody(mediaType, etag, rest(beginning, parts));
      }
      length += part.value.copy(room, length);
    }
    return new BufferedBody(mediaType, Buffer.from(room.subarray(0, length)));
  } finally {
    spare = room;
  }
}

/** Whoever sends them may hold several. */
async function* rest(beginning: Buffer, parts: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield beginning;
  for await (const part of parts) yield Buffer.from(part);
}
