import { Module } from '@nestjs/common';
import { resourceModules } from '../../calendar/resources.js';
import { ChangeCleanup } from './change-cleanup.js';
import { ChangesController } from './changes.controller.js';
import { ChangesService } from './changes.service.js';

@Module({ imports: resourceModules, controllers: [ChangesController], providers: [ChangeCleanup, ChangesService] })
export class ChangesModule {}
