import { Module } from '@nestjs/common';
import { ResourcesModule } from '../resource/resources.module.js';
import { resources } from '../resources.js';
import { revisionsControllerOf } from './revision-routes.js';

/** Routes for editors, of every resource: revisions of its records. */
@Module({
  imports: [ResourcesModule],
  controllers: resources.map(revisionsControllerOf),
})
export class EditingModule {}
