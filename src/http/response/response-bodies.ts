/** A response body in another format than JSON. */
export class BufferedBody {
  constructor(
    readonly mediaType: string,
    readonly bytes: Buffer,
  ) {}
}

/** A response body that is streamed, because it is too long for memory. */
export class StreamedBody {
  constructor(
    readonly mediaType: string,
    /** A value that changes whenever the body may change. */
    readonly etag: string,
    readonly chunks: AsyncIterable<Buffer>,
  ) {}
}
