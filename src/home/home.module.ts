import { Module } from '@nestjs/common';
import { HomeController } from './home.controller.js';
import { HomePage } from './home-page.js';

@Module({ controllers: [HomeController], providers: [HomePage] })
export class HomeModule {}
