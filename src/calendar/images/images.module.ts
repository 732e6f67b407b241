import { dirname, join } from 'node:path';
import { Module } from '@nestjs/common';
import { parseDatabaseUrl } from '../../lib/config/database-url.js';
import { Settings } from '../../lib/config/settings.js';
import { Identity } from '../records/identity/identity.js';
import { ResourcesModule } from '../resource/resources.module.js';
import { ImageCleanup } from './image-cleanup.js';
import { ImageFilesController } from './image-files.controller.js';
import { ImagesController } from './images.controller.js';
import { ImagesService } from './images.service.js';
import { FolderStore } from './stores/folder-store.js';
import { IMAGE_STORE, type ImageStore } from './stores/image-store.js';

async function createStore(settings: Settings, identity: Identity): Promise<ImageStore> {
  const ownIdentity = () => identity.get();
  if (!settings.images.startsWith('s3://'))
    return new FolderStore(settings.images || defaultFolder(settings), ownIdentity);
  // The library of AWS takes 22 MB, which only calendars with a bucket need.
  const { S3Store } = await import('./stores/s3-store.js');
  const [bucket = '', ...path] = settings.images.slice('s3://'.length).split('/').filter(Boolean);
  const location = { bucket, prefix: path.map((name) => `${name}/`).join('') };
  return new S3Store({ ...location, endpoint: settings.imagesS3Endpoint || undefined }, ownIdentity);
}

/** `images` beside the SQLite file, else `data/images`. */
function defaultFolder({ databaseUrl }: Settings): string {
  const location = parseDatabaseUrl(databaseUrl);
  return join('path' in location ? dirname(location.path) : 'data', 'images');
}

/** Uploaded images: their routes, files and store. */
@Module({
  imports: [ResourcesModule],
  controllers: [ImagesController, ImageFilesController],
  providers: [
    ImagesService,
    ImageCleanup,
    { provide: IMAGE_STORE, useFactory: createStore, inject: [Settings, Identity] },
  ],
  exports: [ImagesService, IMAGE_STORE],
})
export class ImagesModule {}
