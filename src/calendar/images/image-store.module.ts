import { dirname, join } from 'node:path';
import { Module } from '@nestjs/common';
import { parseDatabaseUrl } from '../../lib/config/database-url.js';
import { Settings } from '../../lib/config/settings.js';
import { Identity } from '../records/identity/identity.js';
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
  const provider = { endpoint: settings.imagesS3Endpoint || undefined, region: settings.awsRegion || undefined };
  return new S3Store({ ...location, ...provider }, ownIdentity);
}

/** `images` beside the SQLite file, else `data/images`. */
function defaultFolder({ databaseUrl }: Settings): string {
  const location = parseDatabaseUrl(databaseUrl);
  return join('path' in location ? dirname(location.path) : 'data', 'images');
}

/** Where the files of uploaded images are. */
@Module({
  providers: [{ provide: IMAGE_STORE, useFactory: createStore, inject: [Settings, Identity] }],
  exports: [IMAGE_STORE],
})
export class ImageStoreModule {}
