import { Module } from '@nestjs/common';
import { AdminController } from './admin.controller.js';
import { AdminPage } from './admin-page.js';

@Module({ controllers: [AdminController], providers: [AdminPage] })
export class AdminModule {}
