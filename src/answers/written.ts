/** An answer that is no JSON, as its bytes. */
export class Written {
  constructor(
    readonly mediaType: string,
    readonly bytes: Buffer,
  ) {}
}

/** An answer that is sent while it is written, since it is too long to be held. */
export class Streamed {
  constructor(
    readonly mediaType: string,
    /** Changes with all that the answer is made of. */
    readonly etag: string,
    readonly chunks: AsyncIterable<Buffer>,
  ) {}
}
