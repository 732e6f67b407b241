import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { type NextFunction, type Response } from 'express';
import { isLanguage } from '../../lib/i18n/language.js';
import { type LanguageRequest } from '../../http/language/request-language.js';
import { HomeController } from './home.controller.js';
import { HomePage } from './home-page.js';

@Module({ controllers: [HomeController], providers: [HomePage] })
export class HomeModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(frameLanguage).forRoutes('embed');
  }
}

/** Takes the language of the page for frames from its query, so that error responses have that language, too. */
function frameLanguage(request: LanguageRequest, _response: Response, next: NextFunction): void {
  const { lang } = request.query;
  if (isLanguage(lang)) request.root = lang;
  next();
}
