import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { frameLanguage } from './frame-language.middleware.js';
import { HomeController } from './home.controller.js';
import { HomePage } from './home-page.js';

@Module({ controllers: [HomeController], providers: [HomePage] })
export class HomeModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(frameLanguage).forRoutes('embed');
  }
}
