/** Milliseconds: less than a second, so that `max-age` becomes 0. */
const BRIEFLY = 900;

/** Information about a response that a service sets in addition to the body. */
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

  /** Marks the response as dependent on the time, so that it is only cached for a moment. */
  expireAt(time: number): void {
    this.expiry = Math.min(this.expiry, time);
  }

  /** Marks the response as one that may change at any second. */
  expireSoon(): void {
    this.expireAt(Date.now() + BRIEFLY);
  }
}
