import { setImmediate } from 'node:timers/promises';
import multer, { MulterError, type StorageEngine } from 'multer';
import { type Response } from 'express';
import { ApiError, BodyTooLarge, RequestTimeout, UnsupportedMediaType } from '../../lib/errors/api-error.js';
import { FieldError, InvalidParameters } from '../../lib/errors/field-error.js';
import { type Wording } from '../../lib/i18n/messages.js';
import { bodyOf } from '../../http/language/request-language.js';
import { type CalendarRequest } from '../../http/request-context.js';

/** An uploaded file. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The name of the only part of the body. */
const PART = 'file';

/** Milliseconds without a byte, after which an upload is ended. */
const IDLE_TIMEOUT = 10_000;

const MEBIBYTE = 1024 * 1024;

/**
 * Keeps a file in memory, as multer's own storage does, but takes one chunk of it in a turn of the event loop. Libuv reads
 * up to two mebibytes of each connection in one turn: many uploads at once would block other requests for 200 ms.
 * @param most the most bytes of the file: a buffer of this length is filled, which needs no memory for bytes that do not
 * come, since joining chunks would need the memory twice
 * @param onFile is called before a file is read, and may refuse it
 */
const inMemory = (most: number, onFile: () => void): StorageEngine => ({
  _handleFile: (_request, { stream }, done) => {
    try {
      onFile();
    } catch (error) {
      return done(error);
    }
    readInTurns(stream, Buffer.allocUnsafeSlow(most)).then(
      ({ buffer, size }) => done(null, { buffer, size }),
      (error: unknown) => done(error),
    );
  },
  _removeFile: (_request, _file, done) => done(null),
});

/** The parts of a `multipart/form-data` body. */
export interface Parts {
  readonly file: UploadedFile | undefined;
  /** Whether there was a file that is too large, and is left out. */
  readonly isFileTooLarge: boolean;
  /** The other fields; `translations[fr][title]` is a member of nested objects. */
  readonly fields: object;
  /** Why the file did not arrive, where `keepsFields` asks for the fields before it nevertheless. */
  readonly failure?: Error;
}

/** The limits of a `multipart/form-data` body. */
interface PartLimits {
  readonly maxMegabytes: number;
  /** The MiB of a file up to which one that is too large is left out, so that the fields arrive; by default it is refused. */
  readonly maxReadMegabytes?: number;
  /** The number of fields beside the file, and the bytes of each of them. */
  readonly maxFields?: number;
  readonly maxFieldBytes?: number;
  /** Milliseconds for the whole body; by default only its pauses are limited. */
  readonly timeout?: number;
  /** Is called when a file begins, before anything of it is kept. What it throws refuses the body. */
  readonly onFile?: () => void;
  /** Whether the fields before a file are returned if the file does not arrive; by default the body is refused. */
  readonly keepsFields?: boolean;
}

/** Bytes of the frames of the parts. */
const FRAMES = 64 * 1024;

/**
 * Reads the one file of a `multipart/form-data` body.
 * @throws {InvalidParameters} without a file, with an empty one, or with other parts
 * @throws {UnsupportedMediaType} if the body is of another type
 * @throws {BodyTooLarge}
 * @throws {RequestTimeout} if nothing arrives for 10 seconds
 */
export async function receiveFile(
  request: CalendarRequest,
  response: Response,
  maxMegabytes: number,
): Promise<UploadedFile> {
  const { file } = await receiveParts(request, response, { maxMegabytes });
  if (!file || file.bytes.length === 0) throw invalidFile((messages) => messages.uploadedFile);
  return file;
}

/**
 * Reads a `multipart/form-data` body with at most one file.
 * @throws {ApiError} like `receiveFile`, but a file is not needed
 */
export async function receiveParts(request: CalendarRequest, response: Response, limits: PartLimits): Promise<Parts> {
  const { maxMegabytes, maxReadMegabytes = maxMegabytes, maxFields = 0, maxFieldBytes = 0, timeout, onFile } = limits;
  const [max, maxRead] = [maxMegabytes * MEBIBYTE, maxReadMegabytes * MEBIBYTE];
  const maxBody = maxRead + maxFieldBytes + FRAMES;
  // `is` returns null without a body, which lacks the file.
  if (request.is('multipart/form-data') === false)
    throw new UnsupportedMediaType((messages) => messages.uploadMediaType);
  const length = Number(request.headers['content-length'] ?? max);
  if (length > maxBody) throw new BodyTooLarge(maxMegabytes);
  // The adapter leaves 100 Continue to this function; curl waits for it before it sends a large file.
  if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
  let hasBegunFile = false;
  const failure = await new Promise<Error | undefined>((resolve) => {
    let timer = setTimeout(() => undefined, 0);
    const deadline = timeout === undefined ? undefined : setTimeout(() => end(new RequestTimeout()), timeout);
    const end = (error?: unknown) => {
      clearTimeout(timer);
      clearTimeout(deadline);
      request.off('data', restart);
      resolve(error === undefined || error === null ? undefined : asApiError(error, maxMegabytes));
    };
    const beginFile = () => {
      hasBegunFile = true;
      try {
        onFile?.();
      } catch (error) {
        // Multer would tell only once the whole body has arrived.
        end(error);
        throw error;
      }
    };
    let received = 0;
    const restart = (chunk?: Buffer) => {
      received += chunk?.length ?? 0;
      // A body without a declared length may have many large fields.
      if (received > maxBody) return end(new BodyTooLarge(maxMegabytes));
      clearTimeout(timer);
      timer = setTimeout(() => end(new RequestTimeout()), IDLE_TIMEOUT);
    };
    restart();
    request.on('data', restart);
    const parse = multer({
      storage: inMemory(Math.min(length, max), beginFile),
      limits: {
        ...{ fileSize: maxRead, files: 1, parts: maxFields + 1 },
        ...{ fields: maxFields, fieldSize: maxFieldBytes, fieldNameSize: 100, fieldNestingDepth: 3 },
        // `categories[4294967294]` would be a list of that length.
        fieldArrayIndexLimit: maxFields,
      },
    });
    parse.single(PART)(request, response, end);
  });
  const fields = bodyOf(request);
  if (failure && !(limits.keepsFields && hasBegunFile)) throw failure;
  if (failure) return { file: undefined, isFileTooLarge: false, fields: { ...fields }, failure };
  const { file } = request;
  const isFileTooLarge = file !== undefined && file.size > max;
  return { file: file && !isFileTooLarge ? uploaded(file) : undefined, isFileTooLarge, fields };
}

/** Browsers write names in UTF-8, which multer reads as Latin-1. */
const uploaded = ({ originalname, buffer: bytes }: Express.Multer.File): UploadedFile => ({
  name: Buffer.from(originalname, 'latin1').toString('utf8'),
  bytes,
});

/** @returns the part of a buffer that the bytes of a stream fill, and the number of all of them */
async function readInTurns(stream: AsyncIterable<Buffer>, buffer: Buffer): Promise<{ buffer: Buffer; size: number }> {
  let size = 0;
  for await (const chunk of stream) {
    if (size < buffer.length) chunk.copy(buffer, size);
    size += chunk.length;
    await setImmediate();
  }
  return { buffer: buffer.subarray(0, size), size };
}

/** The error of a body without exactly one file, or with one that cannot be stored. */
export function invalidFile(reason: Wording): InvalidParameters {
  return new InvalidParameters(new Map([[PART, new FieldError(reason)]]));
}

function asApiError(error: unknown, maxMegabytes: number): Error {
  if (error instanceof ApiError) return error;
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') return new BodyTooLarge(maxMegabytes);
  return invalidFile((messages) => messages.uploadedFile);
}
