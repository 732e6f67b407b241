import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import PQueue from 'p-queue';
import { StoreUnavailable } from '../../lib/errors/api-error.js';
import { readHeader } from './picture-header.js';
import { type Picture, processPicture } from './picture.js';

/** Pictures that are decoded at the same time, which keeps two of the four threads of libuv free for files. */
const DECODED_AT_ONCE = 2;

/** The part of the limit of its format from which a picture is large: up to 350 MiB, so that it is decoded alone among those. */
const LARGE = 0.5;

/** Seconds for all steps of one picture. The slowest within the limits take 8 s of processor time, which others need too. */
const DEADLINE = 30;

/** Decodes few pictures at once, and none for a client that has left or a service that ends. */
@Injectable()
export class PictureDecoder implements OnModuleDestroy {
  private readonly running = new PQueue({ concurrency: DECODED_AT_ONCE });
  private readonly large = new PQueue({ concurrency: 1 });
  private readonly end = new AbortController();

  onModuleDestroy(): void {
    this.end.abort(new StoreUnavailable());
  }

  /**
   * Decodes a picture and encodes it again when it is its turn.
   * @param signal of a client that has left. A step that runs goes on, for which its place is kept.
   * @param maxMegapixels a limit besides that of the format
   * @throws {UnknownFormat | UnreadablePicture}
   * @throws {StoreUnavailable} when the service ends, which does not wait for the step that runs
   */
  async process(bytes: Buffer, signal: AbortSignal, maxMegapixels?: number): Promise<Picture> {
    const header = await readHeader(bytes, maxMegapixels);
    const ending = { signal: AbortSignal.any([signal, this.end.signal]), seconds: DEADLINE };
    const inTurn = () => this.running.add(() => processPicture(bytes, header, ending));
    return this.untilEnd(header.share > LARGE ? this.large.add(inTurn) : inTurn());
  }

  private untilEnd<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.end;
    return new Promise<T>((resolve, reject) => {
      const stop = () => reject(signal.reason as Error);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  }
}
