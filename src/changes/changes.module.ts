import { Module } from '@nestjs/common';
import { kindModules } from '../kinds.js';
import { ChangeCleanup } from './change-cleanup.js';
import { ChangesController } from './changes.controller.js';
import { ChangesService } from './changes.service.js';

@Module({ imports: kindModules, controllers: [ChangesController], providers: [ChangeCleanup, ChangesService] })
export class ChangesModule {}
