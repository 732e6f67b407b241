import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { isDuplicate } from '../../database/database-errors.js';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { tableOf } from '../../database/sql/table.js';
import { type RequestContext } from '../../http/request-context.js';
import { type Caller, isEditor } from '../../http/role.js';
import { assertIfMatch } from '../../http/response/serialized-response.js';
import { Site } from '../../http/urls/site.js';
import {
  ApiError,
  Forbidden,
  ImageInUse,
  PageNotFound,
  RecordNotFound,
  StoreUnavailable,
  UnsupportedImage,
} from '../../lib/errors/api-error.js';
import { truncateToSeconds, utcText } from '../../lib/datetime/moment.js';
import { paging } from '../../http/response/paging.js';
import { hasUploaded, mayReferTo } from '../records/images/image-access.js';
import { SharedImageDto } from '../records/images/image.dto.js';
import { Image, NEW_IMAGE } from '../records/images/image.entity.js';
import { ImageUpload } from '../records/images/image-upload.entity.js';
import { type ImageUse, usesOf } from '../records/images/image-uses.js';
import { fileNamesOf, whereUsable, whereMatches } from './image-list.js';
import { IMAGE } from './image.names.js';
import { type ImagesQuery } from './images.query.js';
import { type UploadedFile, invalidFile } from './multipart-upload.js';
import { PictureDecoder } from './picture-decoder.js';
import { UnknownFormat, UnreadablePicture } from './picture-header.js';
import { IMAGE_STORE, type ImageStore } from './stores/image-store.js';
import { UploadPlaces } from './upload-places.js';
import {
  type ImageListDto,
  type RegisteredImageDto,
  type ImageWithUsesDto,
  type UpdateImageDto,
} from './images.dto.js';
import { changesOf, lockImage, storeChanges } from './change-image.js';
import { removalsOf } from './image-removal.js';

/** This signal belongs to work that no client waits for, and is never aborted. */
const NEVER = new AbortController().signal;

/** Uploads images, and lists and deletes those that a caller may use. */
@Injectable()
export class ImagesService {
  private readonly logger = new Logger(ImagesService.name);

  /** Uploads since the start, by what became of them. */
  readonly uploads = { stored: 0, repeated: 0, refused: 0, failed: 0 };

  /** Bytes of the files that were stored since the start, as they were sent. */
  uploadedBytes = 0;

  constructor(
    private readonly database: Database,
    private readonly site: Site,
    @Inject(IMAGE_STORE) private readonly files: ImageStore,
    private readonly decoder: PictureDecoder,
    private readonly places: UploadPlaces,
  ) {}

  /**
   * Receives and stores a file, and counts what became of it.
   * @param closing is aborted when the client has left
   * @returns the image, and whether these bytes are new
   */
  async upload(
    receive: () => Promise<UploadedFile>,
    context: RequestContext,
    closing: AbortSignal,
  ): Promise<{ image: RegisteredImageDto; isNew: boolean }> {
    const caller = context.caller!;
    try {
      const { image, isNew } = await this.places.during(caller.id, async () => {
        const file = await receive();
        const kept = await this.keep(file, caller, closing);
        if (kept.isNew) this.uploadedBytes += file.bytes.length;
        return kept;
      });
      this.uploads[isNew ? 'stored' : 'repeated'] += 1;
      context.response.headers.set('Location', this.site.urls.record(context.language, IMAGE, image.id));
      return { image: await this.present(image, context), isNew };
    } catch (error) {
      this.uploads[error instanceof ApiError && error.status < 500 ? 'refused' : 'failed'] += 1;
      throw error;
    }
  }

  /**
   * Stores a picture, unless the same bytes are there; the account becomes one of its uploaders.
   * @param closing is aborted when the client has left
   * @param maxMegapixels a limit besides that of the format
   * @throws {ApiError} if it is no picture of an accepted type, or cannot be stored
   */
  async keep(
    file: UploadedFile,
    caller: NonNullable<Caller>,
    closing = NEVER,
    maxMegapixels?: number,
  ): Promise<{ image: Image; isNew: boolean }> {
    const hash = hashOf(file.bytes);
    const known = await this.claim(hash, file.name, caller);
    if (known) return { image: known, isNew: false };
    const row = await this.storeFiles(file, hash, closing, maxMegapixels);
    return this.storeNew(row, file, caller);
  }

  list(query: ImagesQuery, context: RequestContext): Promise<ImageListDto> {
    const { page = 1, per_page: limit = 10 } = query;
    return this.database.read(async (manager) => {
      const rows = SelectBuilder.of(manager, Image, 'image');
      whereUsable(rows, context.caller);
      whereMatches(rows, query.search, context.caller);
      const [count] = await rows.read<{ total: number }>({ columns: ['COUNT(*) AS total'] });
      const found = await rows.read<{ id: number }>({ order: ['image.id DESC'], limit, offset: (page - 1) * limit });
      if (page > 1 && found.length === 0) throw new PageNotFound(IMAGE);
      const images = await tableOf(manager, Image).select(manager, { id: found.map(({ id }) => id) });
      const uses = await usesOf(
        manager,
        found.map(({ id }) => id),
        context.caller,
      );
      const details = await detailsOf(manager, images, context.caller!);
      const shown = images
        .sort((one, other) => other.id - one.id)
        .map((image) => this.toDto(image, uses.get(image.id) ?? [], details));
      return { images: shown, ...paging(this.site, IMAGE, query, Number(count?.total), context) };
    });
  }

  get(id: number, context: RequestContext): Promise<ImageWithUsesDto> {
    return this.database.read(async (manager) => {
      const image = await this.find(manager, id, context.caller!);
      context.response.revision = image.revision;
      return this.withUses(manager, image, context);
    });
  }

  /** Changes the focal point, the alternative texts, and whether the clean-up leaves an image. */
  async update(id: number, body: UpdateImageDto, context: RequestContext): Promise<ImageWithUsesDto> {
    const caller = context.caller!;
    await this.database.write(async (manager) => {
      await lockImage(manager, id);
      const image = await this.find(manager, id, caller);
      const changes = await changesOf(manager, image, body, caller);
      await this.assertUnchanged(manager, image, context);
      await storeChanges(manager, image, changes);
    });
    return this.get(id, context);
  }

  /** Ends the claim of the caller, and deletes the image unless another account has uploaded the same bytes. */
  async remove(id: number, context: RequestContext): Promise<RegisteredImageDto> {
    const caller = context.caller!;
    const { image, details, isDeleted } = await this.database.write(async (manager) => {
      const found = await this.find(manager, id, caller);
      const shown = { image: found, details: await detailsOf(manager, [found], caller) };
      const isOwn = found.registeredBy === caller.id || (await hasUploaded(manager, found, caller));
      if (!isOwn && !isEditor(caller)) throw new Forbidden();
      const uploads = tableOf(manager, ImageUpload);
      const others = (await uploads.select(manager, { imageId: id })).filter(
        ({ accountId }) => accountId !== caller.id,
      );
      if (isOwn && others.length > 0) {
        await uploads.remove(manager, { imageId: id, accountId: caller.id });
        return { ...shown, isDeleted: false };
      }
      const used = (await usesOf(manager, [id], undefined)).get(id) ?? [];
      if (used.length > 0) throw new ImageInUse((await usesOf(manager, [id], caller)).get(id) ?? []);
      await uploads.remove(manager, { imageId: id });
      await tableOf(manager, Image).remove(manager, { id });
      return { ...shown, isDeleted: true };
    });
    // After a crash here, the clean-up removes the files.
    if (isDeleted && image.token)
      await this.files.remove(image.token).catch((error: unknown) => this.logger.warn(String(error)));
    return this.toDto(image, [], details);
  }

  /** The image with these bytes, which the caller has uploaded too. */
  private claim(hash: string, name: string, caller: NonNullable<Caller>): Promise<Image | undefined> {
    return this.database.write(async (manager) => {
      const [image] = await tableOf(manager, Image).select(manager, { urlHash: hash });
      // The bytes of a file could be the text of an address, whose hash is that of an image elsewhere.
      if (!image?.token) return undefined;
      await this.addUpload(manager, image.id, name, caller);
      return image;
    });
  }

  private addUpload(
    manager: EntityManager,
    imageId: number,
    name: string,
    { id: accountId }: NonNullable<Caller>,
  ): Promise<void> {
    const upload = { imageId, accountId, fileName: fileNameOf(name), createdAt: truncateToSeconds(new Date()) };
    return tableOf(manager, ImageUpload).upsert(manager, [upload], ['imageId', 'accountId']);
  }

  /**
   * Stores a picture in a transaction that is running, as an upload would.
   * @throws {ApiError} if it is no picture of an accepted type, or cannot be stored
   */
  async add(manager: EntityManager, file: UploadedFile, caller: NonNullable<Caller>): Promise<Image> {
    const hash = hashOf(file.bytes);
    const [known] = await tableOf(manager, Image).select(manager, { urlHash: hash });
    const image = known?.token ? known : await this.insert(manager, await this.storeFiles(file, hash, NEVER));
    await this.addUpload(manager, image.id, file.name, caller);
    return image;
  }

  /** Stores the row of files that are stored. */
  private async storeNew(
    row: Omit<Image, 'id'>,
    file: UploadedFile,
    caller: NonNullable<Caller>,
  ): Promise<{ image: Image; isNew: boolean }> {
    try {
      return await this.database.write(async (manager) => {
        const image = await this.insert(manager, row);
        await this.addUpload(manager, image.id, file.name, caller);
        return { image, isNew: true };
      });
    } catch (error) {
      await this.files.remove(row.token!);
      const known = isDuplicate(error) ? await this.claim(row.urlHash, file.name, caller) : undefined;
      if (!known) throw error;
      return { image: known, isNew: false };
    }
  }

  /** Stores the files, before the row that names them: a crash leaves at most files, which the clean-up removes. */
  private async storeFiles(
    { name, bytes }: UploadedFile,
    hash: string,
    closing: AbortSignal,
    maxMegapixels?: number,
  ): Promise<Omit<Image, 'id'>> {
    const decoding = this.decoder.process(bytes, closing, maxMegapixels);
    const { files, width, height, hasJpeg } = await decoding.catch((error: unknown) => {
      if (error instanceof UnknownFormat) throw new UnsupportedImage();
      throw error instanceof UnreadablePicture ? invalidFile(error.reason) : error;
    });
    const now = truncateToSeconds(new Date());
    const token = randomBytes(16).toString('base64url');
    await this.files.save(token, files).catch((error: unknown) => {
      this.logger.error(error);
      throw new StoreUnavailable();
    });
    return {
      ...{ ...NEW_IMAGE, url: files[0]!.name, urlHash: hash, width, height, hasJpeg, registeredBy: null, token },
      ...{ fileName: fileNameOf(name), createdAt: now, unusedSince: now },
    };
  }

  private async insert(manager: EntityManager, row: Omit<Image, 'id'>): Promise<Image> {
    const [id] = await tableOf(manager, Image).insert(manager, [row]);
    return { ...row, id: id! };
  }

  /** @throws {RecordNotFound} for images that do not exist and for those that the caller may not use */
  private async find(manager: EntityManager, id: number, caller: NonNullable<Caller>): Promise<Image> {
    const [image] = await tableOf(manager, Image).select(manager, { id });
    if (!image || !(await mayReferTo(manager, image, caller))) throw new RecordNotFound(IMAGE, { id });
    return image;
  }

  /** @throws {PreconditionFailed} if the image has changed since the caller read it, as If-Match says */
  private async assertUnchanged(manager: EntityManager, image: Image, context: RequestContext): Promise<void> {
    if (context.ifMatch === undefined) return;
    const shown = await this.withUses(manager, image, context);
    assertIfMatch(image, context, () => shown);
  }

  private async withUses(manager: EntityManager, image: Image, context: RequestContext): Promise<ImageWithUsesDto> {
    const uses = (await usesOf(manager, [image.id], context.caller)).get(image.id) ?? [];
    const details = await detailsOf(manager, [image], context.caller!);
    return { ...this.toDto(image, uses, details), records: uses.map((use) => this.toUse(use, context)) };
  }

  private present(image: Image, { caller }: RequestContext): Promise<RegisteredImageDto> {
    return this.database.read(async (manager) => {
      const uses = (await usesOf(manager, [image.id], caller)).get(image.id) ?? [];
      return this.toDto(image, uses, await detailsOf(manager, [image], caller!));
    });
  }

  private toDto(image: Image, uses: readonly ImageUse[], { fileNames, removals }: ImageDetails): RegisteredImageDto {
    const removedAt = removals.get(image.id);
    return {
      ...SharedImageDto.of(image, this.site.urls),
      created_utc: image.createdAt && utcText(image.createdAt),
      uploaded: image.token !== null,
      file_name: fileNames.get(image.id) ?? null,
      alt: { en: image.altEn, fr: image.altFr },
      used_by: uses.length,
      kept: image.kept,
      removed_utc: removedAt ? utcText(removedAt) : null,
    };
  }

  private toUse({ kind, id }: ImageUse, { language }: RequestContext) {
    return { kind, id, rest_url: `${this.site.urls.collection(language, { ...IMAGE, plural: kind })}/${id}` };
  }
}

/** Details of images that are no columns of theirs, by the ids of the images. */
interface ImageDetails {
  readonly fileNames: ReadonlyMap<number, string | null>;
  readonly removals: ReadonlyMap<number, Date>;
}

async function detailsOf(
  manager: EntityManager,
  images: readonly Image[],
  caller: NonNullable<Caller>,
): Promise<ImageDetails> {
  const fileNames = await fileNamesOf(manager, images, caller);
  return { fileNames, removals: await removalsOf(manager, images) };
}

/** The last part of a path, at most 255 characters. Direction marks could make `gpj.exe` look like `exe.jpg`. */
function fileNameOf(given: string): string {
  const [name = ''] = given.split(/[/\\]/).slice(-1);
  return [...name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim()].slice(-255).join('');
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
