/** Milliseconds; less than a second, so that `max-age` becomes 0. */
const BRIEFLY = 900;

/** What a service states about its response in addition to the body. */
export class ResponseMeta {
  /** Headers of the response by name. */
  readonly headers = new Map<string, string>();

  /** The revision of the record that the response is about; its ETag begins with it. */
  revision?: number;

  private expiry = Infinity;

  /** When the response expires even if nothing is written, in milliseconds since 1970. */
  get expiresAt(): number {
    return this.expiry;
  }

  /** States that the response depends on the time and must not be cached beyond a moment. */
  expireAt(time: number): void {
    this.expiry = Math.min(this.expiry, time);
  }

  /** States that the response may change at any second. */
  expireSoon(): void {
    this.expireAt(Date.now() + BRIEFLY);
  }
}
