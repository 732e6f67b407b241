import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireRole } from '../../http/auth/access.decorators.js';
import { type RequestContext, Context } from '../../http/request-context.js';
import { LanguageQuery } from '../../http/language/language.query.js';
import { type TranslationCountsDto } from './translations.dto.js';
import { TranslationsService } from './translations.service.js';

@ApiTags('translations')
@Controller()
export class TranslationsController {
  constructor(private readonly translations: TranslationsService) {}

  @Get('translations')
  @RequireRole('contributor')
  countTranslations(@Query() _query: LanguageQuery, @Context() context: RequestContext): Promise<TranslationCountsDto> {
    return this.translations.count(context);
  }
}
