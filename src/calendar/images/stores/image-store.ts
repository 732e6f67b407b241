import { type Readable } from 'node:stream';
import { type PictureFile } from '../picture.js';

/** The bytes of a stored file, or of a part of it. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number;
  /** @param range first and last byte, inclusive */
  read(range?: { readonly start: number; readonly end: number }): Readable;
}

/** A folder of the store with the files of one picture. */
export interface StoredPicture {
  readonly token: string;
  /** The name of the folder: the token, unless it is unfinished. */
  readonly name: string;
  readonly changedAt: Date;
}

/**
 * Keeps the files of uploaded images: a folder for each image, with a random name. The store of a calendar is marked with
 * its identity, so that the service of another calendar neither writes to it nor removes files.
 */
export interface ImageStore {
  /** @throws {Error} if the store cannot be written, or belongs to another calendar */
  save(token: string, files: readonly PictureFile[]): Promise<void>;
  /**
   * Adds a file to a stored picture, or replaces it.
   * @throws {Error} if the store cannot be written, or belongs to another calendar
   */
  add(token: string, file: PictureFile): Promise<void>;
  /** undefined if there is no such file */
  find(token: string, name: string): Promise<StoredFile | undefined>;
  /**
   * Removes the files of a picture, if there are any and the store belongs to this calendar.
   * @param name the token of the picture, or the name of its unfinished folder
   */
  remove(name: string): Promise<void>;
  /** All pictures, in any order; none if the store belongs to another calendar. */
  pictures(): AsyncIterable<StoredPicture>;
  /** @throws {Error} if the store cannot be written, or belongs to another calendar */
  assertWritable(): Promise<void>;
}

/** The token by which Nest provides the store. */
export const IMAGE_STORE = Symbol('ImageStore');

/** The name of the file that marks a store with the identity of its calendar. */
export const MARK = '.calendar';

/** The store belongs to another calendar. */
export class ForeignStore extends Error {
  /** @param place the folder, or the address of the bucket */
  constructor(place: string) {
    super(
      `${place} holds images of another calendar. Let IMAGES name another place, or empty this one if that calendar is gone.`,
    );
  }
}

/** Names of pictures and files, which come from the service alone; an address has nothing else to look for. */
export const TOKEN = /^[\w-]{22}$/;
export const FILE_NAME = /^(?:full|shared|\d{3,4})\.(?:jpg|png|webp|gif|avif)$/;
