import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { PICTURE_FORMATS } from '../picture-formats.js';
import { type PictureFile } from '../picture.js';
import {
  FILE_NAME,
  ForeignStore,
  type ImageStore,
  MARK,
  type StoredFile,
  type StoredPicture,
  TOKEN,
} from './image-store.js';

/** A bucket, the beginning of the names in it, and the address of a provider other than AWS. */
export interface S3Location {
  readonly bucket: string;
  /** '' or a path that ends with a slash. */
  readonly prefix: string;
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
}

/** Attempts at a request, and milliseconds for each until the response begins: both together take at most 15 s. */
const ATTEMPTS = 2;
const TIMEOUTS = {
  connectionTimeout: 3_000,
  requestTimeout: 7_500,
  // The library only warns without it.
  throwOnRequestTimeout: true,
  // For a response that stalls after its beginning.
  socketTimeout: 15_000,
};

/**
 * Keeps files in a bucket of S3 or of a provider with the same interface. The usual variables and files of AWS give
 * region and keys.
 */
export class S3Store implements ImageStore {
  private readonly client: S3Client;

  /** @param identity of the calendar that the bucket, or its prefix, belongs to */
  constructor(
    private readonly location: S3Location,
    private readonly identity: () => Promise<string>,
  ) {
    const { endpoint, region } = location;
    this.client = new S3Client({
      ...(region !== undefined && { region }),
      // Many other providers have no regions, and no host names for buckets.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true, region: region ?? 'us-east-1' }),
      // Several providers do not know the checksums that AWS would add.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: ATTEMPTS,
      requestHandler: TIMEOUTS,
    });
  }

  async save(token: string, files: readonly PictureFile[]): Promise<void> {
    await this.assertWritable();
    try {
      for (const { name, bytes } of files) await this.put(`${token}/${name}`, bytes);
    } catch (error) {
      // If this fails as well, the clean-up removes the files.
      await this.deleteFiles(token).catch(() => undefined);
      throw error;
    }
  }

  async add(token: string, { name, bytes }: PictureFile): Promise<void> {
    await this.assertWritable();
    await this.put(`${token}/${name}`, bytes);
  }

  async find(token: string, name: string): Promise<StoredFile | undefined> {
    if (!TOKEN.test(token) || !FILE_NAME.test(name)) return undefined;
    const key = this.key(`${token}/${name}`);
    const found = await this.client.send(new HeadObjectCommand(key)).catch(missingAsUndefined);
    if (found?.ContentLength === undefined) return undefined;
    return { size: found.ContentLength, read: (range) => Readable.from(this.bytes(key, range)) };
  }

  async remove(name: string): Promise<void> {
    if (TOKEN.test(name) && (await this.isOwn())) await this.deleteFiles(name);
  }

  async *pictures(): AsyncIterable<StoredPicture> {
    if (!(await this.isOwn())) return;
    let picture: StoredPicture | undefined;
    // The files of a picture follow each other.
    for await (const { name, changedAt } of this.files('')) {
      const [token = '', file] = name.split('/');
      if (!TOKEN.test(token) || file === undefined) continue;
      if (picture && picture.token !== token) yield picture;
      const isLater = picture?.token !== token || changedAt > picture.changedAt;
      if (isLater) picture = { token, name: token, changedAt };
    }
    if (picture) yield picture;
  }

  /** Writes the mark again, which tells whether the bucket can be written. */
  async assertWritable(): Promise<void> {
    const identity = await this.identity();
    const owner = await this.owner();
    if (owner !== undefined && owner !== identity)
      throw new ForeignStore(`s3://${this.location.bucket}/${this.location.prefix}`);
    await this.put(MARK, Buffer.from(`${identity}\n`));
  }

  private async isOwn(): Promise<boolean> {
    const owner = await this.owner();
    return owner !== undefined && owner === (await this.identity());
  }

  private async owner(): Promise<string | undefined> {
    const mark = await this.client.send(new GetObjectCommand(this.key(MARK))).catch(missingAsUndefined);
    return (await mark?.Body?.transformToString())?.trim();
  }

  private async put(name: string, bytes: Buffer): Promise<void> {
    await this.client.send(new PutObjectCommand({ ...this.key(name), Body: bytes, ...headersOf(name) }));
  }

  private async *bytes(
    key: { Bucket: string; Key: string },
    range?: { readonly start: number; readonly end: number },
  ): AsyncIterable<Uint8Array> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const { Body: body } = await this.client.send(new GetObjectCommand({ ...key, ...part }));
    yield* body as Readable;
  }

  private async *files(beginning: string): AsyncIterable<{ readonly name: string; readonly changedAt: Date }> {
    const { bucket: Bucket, prefix } = this.location;
    let from: string | undefined;
    do {
      const list = { Bucket, Prefix: prefix + beginning, ContinuationToken: from };
      const { Contents = [], NextContinuationToken } = await this.client.send(new ListObjectsV2Command(list));
      for (const { Key = '', LastModified: changedAt = new Date() } of Contents)
        yield { name: Key.slice(prefix.length), changedAt };
      from = NextContinuationToken;
    } while (from !== undefined);
  }

  private async deleteFiles(token: string): Promise<void> {
    const names = [];
    for await (const { name } of this.files(`${token}/`)) names.push(name);
    if (names.length === 0) return;
    const Objects = names.map((name) => ({ Key: this.key(name).Key }));
    const { Errors: errors = [] } = await this.client.send(
      new DeleteObjectsCommand({ Bucket: this.location.bucket, Delete: { Objects, Quiet: true } }),
    );
    if (errors.length > 0) throw new Error(`Images could not be deleted: ${errors[0]!.Code} of ${errors[0]!.Key}`);
  }

  private key(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.location.bucket, Key: this.location.prefix + name };
  }
}

/** For delivery from the bucket itself, with IMAGES_URL. */
function headersOf(name: string): object {
  if (name === MARK) return {};
  const format = Object.values(PICTURE_FORMATS).find(({ extension }) => name.endsWith(`.${extension}`));
  return { ContentType: format?.mediaType, CacheControl: 'public, max-age=31536000, immutable' };
}

function missingAsUndefined(error: { readonly name?: string }): undefined {
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return undefined;
  throw error as Error;
}
