import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { type Response } from 'express';
import { FinishedAnswer, writtenOf } from './finished-answer.js';
import { encode, encodingFor } from './encodings.js';
import { Lifetime, NOT_KEPT } from './lifetime.js';
import { Publisher } from '../records/publisher.js';
import { type CalendarRequest } from '../requests/context/calendar-request.js';
import { contextOf } from '../requests/context/context.decorator.js';
import { digestOf, etagIn, etagOf } from './etag.js';
import { Streamed, type Written } from './written.js';

/**
 * Makes the bytes of an answer once, and says in which language they are, for how long and for whom they hold. The last
 * step, when all interceptors are done, whoever brought them: these see what the handler answered. Express answers 304 by
 * the ETag.
 */
@Injectable()
export class AnswerWriter {
  constructor(
    private readonly lifetime: Lifetime,
    private readonly publisher: Publisher,
  ) {}

  /**
   * Headers that a handler or an interceptor has set stay as they are.
   * @returns what is to be sent: bytes, or as it is what belongs to no root and what Nest sends by itself
   */
  async finish(shown: unknown, request: CalendarRequest, response: Response): Promise<unknown> {
    const context = contextOf(request);
    sayUnlessSaid(response, [['Content-Language', context.language], ...context.headers]);
    if (!request.root || typeof shown !== 'object' || shown === null || response.hasHeader('ETag')) return shown;
    if (shown instanceof StreamableFile) return shown;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && isScheduled(shown)) this.publisher.expect(new Date(`${shown.date_utc.replace(' ', 'T')}Z`));
    const answer = FinishedAnswer.behind(shown);
    const written = shown instanceof Streamed ? shown : (answer ?? writtenOf(shown));
    sayUnlessSaid(response, [
      ['Content-Type', written.mediaType],
      ['Cache-Control', isRead ? this.lifetime.of(context) : NOT_KEPT],
    ]);
    if (written instanceof Streamed) return stream(written, request, response);
    const etag = answer?.etag ?? etagOf(digestOf(written.bytes), context.revision);
    return encoded(written, etag, request, response);
  }
}

function sayUnlessSaid(response: Response, headers: Iterable<readonly [name: string, value: string]>): void {
  for (const [name, value] of headers) if (!response.hasHeader(name)) response.setHeader(name, value);
}

/** What is sent as it is written; ends where the client goes. */
function stream({ mediaType, etag, chunks }: Streamed, request: CalendarRequest, response: Response): unknown {
  response.setHeader('ETag', etag);
  const readable = Readable.from(chunks, { objectMode: false });
  if (!request.fresh) return new StreamableFile(readable, { type: mediaType });
  readable.destroy();
  return Buffer.alloc(0);
}

/** The bytes, compressed as the request likes it; those of a kept answer once for all. HEAD says how long they are. */
async function encoded(
  written: FinishedAnswer | Written,
  etag: string,
  request: CalendarRequest,
  response: Response,
): Promise<Buffer> {
  const { bytes } = written;
  const encoding = encodingFor(bytes, request.headers['accept-encoding']);
  response.setHeader('ETag', etagIn(encoding, etag));
  if (encoding === undefined || request.fresh) return bytes;
  response.setHeader('Content-Encoding', encoding);
  return written instanceof FinishedAnswer ? written.encoded(encoding) : encode(bytes, encoding);
}

/** A record that appears later: until then no answer may be kept for longer. */
function isScheduled(shown: object): shown is { date_utc: string } {
  return 'status' in shown && shown.status === 'future';
}
