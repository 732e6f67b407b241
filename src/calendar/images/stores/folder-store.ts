import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
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

/** The beginning of the names of folders that are being written. */
const UNFINISHED = '.part-';

/** Keeps files in a folder of this machine. A picture appears at once with all its files, or not at all. */
export class FolderStore implements ImageStore {
  /** @param identity of the calendar that the folder belongs to */
  constructor(
    private readonly folder: string,
    private readonly identity: () => Promise<string>,
  ) {}

  async save(token: string, files: readonly PictureFile[]): Promise<void> {
    await this.assertWritable();
    const unfinished = join(this.folder, `${UNFINISHED}${token}`);
    try {
      await mkdir(unfinished, { recursive: true });
      for (const { name, bytes } of files) await writeFlushed(join(unfinished, name), bytes);
      await rename(unfinished, join(this.folder, token));
      await flushFolder(this.folder);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  }

  async add(token: string, { name, bytes }: PictureFile): Promise<void> {
    await this.assertWritable();
    const unfinished = join(this.folder, `${UNFINISHED}${token}`);
    try {
      await mkdir(unfinished, { recursive: true });
      // An interrupted command may have left it.
      await rm(join(unfinished, name), { force: true });
      await writeFlushed(join(unfinished, name), bytes);
      await rename(join(unfinished, name), join(this.folder, token, name));
      await flushFolder(join(this.folder, token));
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }

  async find(token: string, name: string): Promise<StoredFile | undefined> {
    if (!TOKEN.test(token) || !FILE_NAME.test(name)) return undefined;
    const path = join(this.folder, token, name);
    const found = await stat(path).catch(missingAsUndefined);
    return found?.isFile() ? { size: found.size, read: (range) => createReadStream(path, range) } : undefined;
  }

  async remove(name: string): Promise<void> {
    if (TOKEN.test(tokenOf(name)) && (await this.isOwn()))
      await rm(join(this.folder, name), { recursive: true, force: true });
  }

  async *pictures(): AsyncIterable<StoredPicture> {
    if (!(await this.isOwn())) return;
    for (const name of (await readdir(this.folder).catch(missingAsUndefined)) ?? []) {
      const token = tokenOf(name);
      if (!TOKEN.test(token)) continue;
      const changedAt = (await stat(join(this.folder, name)).catch(missingAsUndefined))?.mtime;
      if (changedAt) yield { token, name, changedAt };
    }
  }

  async assertWritable(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const identity = await this.identity();
    const owner = await this.owner();
    if (owner === undefined) await this.mark(join(this.folder, MARK), identity);
    else if (owner !== identity) throw new ForeignStore(`The folder ${this.folder}`);
    const probe = join(this.folder, `${UNFINISHED}${randomUUID()}`);
    await writeFlushed(probe, Buffer.alloc(1));
    await rm(probe, { force: true });
  }

  private async isOwn(): Promise<boolean> {
    const owner = await this.owner();
    return owner !== undefined && owner === (await this.identity());
  }

  /** The identity of the calendar that the store belongs to; undefined if it has no mark yet. */
  private async owner(): Promise<string | undefined> {
    return (await readFile(join(this.folder, MARK), 'utf8').catch(missingAsUndefined))?.trim();
  }

  /** Two services may do this at once: the first one wins. */
  private async mark(path: string, identity: string): Promise<void> {
    try {
      await writeFlushed(path, Buffer.from(`${identity}\n`));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await this.assertWritable();
    }
  }
}

function tokenOf(name: string): string {
  return name.startsWith(UNFINISHED) ? name.slice(UNFINISHED.length) : name;
}

/** Creates a file and flushes it to the disk. @throws {Error} if it exists */
async function writeFlushed(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes the names in a folder, so that a renamed folder is there after a crash. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function missingAsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
