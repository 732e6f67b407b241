import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import S3rver from 's3rver';
import { scratchFolder } from './scratch.js';

const BUCKET = 'pictures';

/** A server with the interface of S3 and one bucket. */
export class S3Server {
  private constructor(
    /** The settings of a calendar whose images are in the bucket. */
    readonly environment: { readonly IMAGES: string; readonly IMAGES_S3_ENDPOINT: string },
    /** Where the server keeps the files of the bucket. */
    readonly folder: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<S3Server> {
    // The only keys that this server accepts. The client of AWS reads them from the environment.
    const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
    const before = { ...process.env };
    Object.assign(process.env, keys);
    const directory = scratchFolder();
    const configureBuckets = [{ name: BUCKET, configs: [] }];
    const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
    const { port } = await server.run();
    const environment = { IMAGES: `s3://${BUCKET}/town`, IMAGES_S3_ENDPOINT: `http://127.0.0.1:${port}` };
    return new S3Server(environment, join(directory, BUCKET, 'town'), async () => {
      await server.close();
      for (const name of Object.keys(keys))
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
    });
  }

  /** The names of the folders of pictures. */
  tokens(): string[] {
    // The bucket has no folder before its first file.
    const names = existsSync(this.folder) ? readdirSync(this.folder) : [];
    return names.filter((name) => name.length === 22);
  }

  /** Dates all files now: the file system has the time of the kernel, which a shifted clock leaves as it is. */
  dateNow(): void {
    const now = new Date();
    for (const name of readdirSync(this.folder, { recursive: true, encoding: 'utf8' }))
      utimesSync(join(this.folder, name), now, now);
  }
}
