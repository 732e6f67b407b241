import { Module } from '@nestjs/common';
import { DocumentationController } from './documentation.controller.js';
import { Documentation } from './documentation.js';

@Module({ controllers: [DocumentationController], providers: [Documentation] })
export class DocumentationModule {}
