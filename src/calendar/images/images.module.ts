import { Module } from '@nestjs/common';
import { ResourcesModule } from '../resource/resources.module.js';
import { ImageCheck } from './image-check.js';
import { ImageCleanup } from './image-cleanup.js';
import { ImageFilesController } from './image-files.controller.js';
import { ImageStoreModule } from './image-store.module.js';
import { ImagesController } from './images.controller.js';
import { ImagesService } from './images.service.js';
import { PictureDecoder } from './picture-decoder.js';
import { UploadPlaces } from './upload-places.js';

/** Uploaded images: their routes, files and clean-up. */
@Module({
  imports: [ResourcesModule, ImageStoreModule],
  controllers: [ImagesController, ImageFilesController],
  providers: [ImagesService, PictureDecoder, UploadPlaces, ImageCleanup, ImageCheck],
  exports: [ImagesService, ImageCleanup, ImageCheck, ImageStoreModule],
})
export class ImagesModule {}
