/** Cuts what comes from a keep-alive connection into answers. Looks at no more than it has to: it shares the machine with what it measures. */

const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);

/** Answers that never have a body (RFC 9112, section 6.3). */
const BODILESS = new Set([204, 304]);

export class ResponseReader {
  #head = NOTHING;
  #status = 0;
  #bodyLeft = 0;

  /** @param {(status: number) => void} onAnswer told of each answer once its last byte has come */
  constructor(onAnswer) {
    this.onAnswer = onAnswer;
  }

  /** @param {Buffer} chunk valid during this call only */
  push(chunk) {
    let at = 0;
    while (at < chunk.length) at += this.#bodyLeft > 0 ? this.#body(chunk.length - at) : this.#headOf(chunk, at);
  }

  /** @param {number} there bytes that have come */
  #body(there) {
    const taken = Math.min(there, this.#bodyLeft);
    this.#bodyLeft -= taken;
    if (this.#bodyLeft === 0) this.onAnswer(this.#status);
    return taken;
  }

  /** @returns {number} bytes of the chunk that belong to the head */
  #headOf(chunk, at) {
    const before = this.#head.length;
    const text = before === 0 && at === 0 ? chunk : Buffer.concat([this.#head, chunk.subarray(at)]);
    const end = text.indexOf(HEAD_END);
    if (end < 0) {
      this.#head = Buffer.from(text);
      return chunk.length - at;
    }
    this.#head = NOTHING;
    this.#begin(text.latin1Slice(0, end));
    return end + HEAD_END.length - before;
  }

  /** @param {string} head */
  #begin(head) {
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined && !BODILESS.has(this.#status)) throw new Error(`An answer without a length:\n${head}`);
    this.#bodyLeft = BODILESS.has(this.#status) ? 0 : Number(length);
    if (this.#bodyLeft === 0) this.onAnswer(this.#status);
  }
}
