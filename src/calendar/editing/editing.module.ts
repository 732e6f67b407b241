import { Module } from '@nestjs/common';
import { ResourcesModule } from '../resource/resources.module.js';
import { resources } from '../resources.js';
import { copyControllerOf } from './copy-routes.js';
import { mergeControllerOf } from './merge-routes.js';
import { MergeService } from './merge.service.js';
import { RevisionCleanup } from './revision-cleanup.js';
import { revisionsControllerOf } from './revision-routes.js';

const published = resources.filter(({ isPublished }) => isPublished);
const related = resources.filter(({ relation }) => relation !== undefined);

/** Routes for editors, of every resource: revisions, copies and merges of its records. */
@Module({
  imports: [ResourcesModule],
  controllers: [
    ...resources.map(revisionsControllerOf),
    ...published.map(copyControllerOf),
    ...related.map(mergeControllerOf),
  ],
  providers: [MergeService, RevisionCleanup],
})
export class EditingModule {}
