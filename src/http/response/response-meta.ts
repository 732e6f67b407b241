/** Milliseconds: less than a second, so that `max-age` becomes 0. */
const SHORT_LIFETIME = 900;

/** The headers, revision and expiry of a response, which a service sets in addition to the body. */
export class ResponseMeta {
  /** Headers of the response by name. */
  readonly headers = new Map<string, string>();

  /** The revision of the record that the response is about; its ETag begins with it. */
  revision?: number;

  /** When the response expires even if nothing is written, in milliseconds since 1970. */
  expiresAt = Infinity;

  /** When a record that the request has written will be published, in milliseconds since 1970. */
  publication = Infinity;

  /** Tells that the request has scheduled a record. The earliest publication counts. */
  schedule(date: Date): void {
    this.publication = Math.min(this.publication, date.getTime());
  }

  /** Limits the time for which the response is cached, in milliseconds since 1970. The earliest limit applies. */
  expireAt(time: number): void {
    this.expiresAt = Math.min(this.expiresAt, time);
  }

  /** Limits caching to less than a second, for responses that depend on the current time. */
  expireSoon(): void {
    this.expireAt(Date.now() + SHORT_LIFETIME);
  }
}
