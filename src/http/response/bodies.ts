/** A response body in another format than JSON. */
export class BufferedBody {
  constructor(
    readonly mediaType: string,
    readonly bytes: Buffer,
  ) {}
}

/** A response body that is sent while it is written, because it is too long to be held in memory. */
export class StreamedBody {
  constructor(
    readonly mediaType: string,
    /** Changes with everything that the body is made of. */
    readonly etag: string,
    readonly chunks: AsyncIterable<Buffer>,
  ) {}
}
