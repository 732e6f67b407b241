import { Module } from '@nestjs/common';
import { ResourcesModule } from '../resource/resources.module.js';
import { ImageCheck } from './image-check.js';
import { ImageCleanup } from './image-cleanup.js';
import { ImageFilesController } from './image-files.controller.js';
import { ImageRebuild } from './image-rebuild.js';
import { ImageStoreModule } from './image-store.module.js';
import { ImagesController } from './images.controller.js';
import { ImagesService } from './images.service.js';
import { LinkPreviews } from './link-previews.js';
import { PictureDecoder } from './picture-decoder.js';
import { UploadPlaces } from './upload-places.js';

/** Uploaded images: their routes, files and clean-up. */
@Module({
  imports: [ResourcesModule, ImageStoreModule],
  controllers: [ImagesController, ImageFilesController],
  providers: [ImagesService, PictureDecoder, UploadPlaces, ImageCleanup, ImageCheck, ImageRebuild, LinkPreviews],
  exports: [ImagesService, ImageCleanup, ImageCheck, ImageRebuild, LinkPreviews, ImageStoreModule],
})
export class ImagesModule {}
