import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { type SerializedResponse } from '../../http/response/serialized-response.js';
import { Public } from '../../http/auth/access.decorators.js';
import { InvalidNamespace } from '../../lib/errors/api-error.js';
import { Lang } from '../../http/language/language.interceptor.js';
import { LanguageQuery } from '../../http/language/language.query.js';
import { type Language } from '../../lib/i18n/language.js';
import { NAMESPACE } from '../../http/urls/urls.js';
import { Site } from '../../http/urls/site.js';
import { Settings } from '../../lib/config/settings.js';
import { DocumentationService } from './documentation.service.js';
import { IndexQuery } from './documentation.query.js';
import { NamespaceIndexDto } from './namespace-index.dto.js';
import { assetFile, page } from './page.js';
import { DAY } from '../../lib/datetime/durations.js';

const DOCUMENT = { 'application/json': { schema: { type: 'object', additionalProperties: true } } };

@ApiTags('documentation')
@Controller()
export class DocumentationController {
  constructor(
    private readonly documentation: DocumentationService,
    private readonly settings: Settings,
    private readonly site: Site,
  ) {}

  @Get(NAMESPACE)
  @Public()
  getIndex(@Query() query: IndexQuery, @Lang() language: Language): NamespaceIndexDto {
    if (query.namespace !== NAMESPACE) throw new InvalidNamespace(NAMESPACE);
    return this.documentation.index(language);
  }

  @Get('doc')
  @Public()
  @ApiOkResponse({ content: { ...DOCUMENT, 'text/html': { schema: { type: 'string' } } } })
  getDocumentation(
    @Query() query: LanguageQuery,
    @Lang() language: Language,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): string | SerializedResponse {
    response.vary('Accept');
    // JSON is the response to */*, which curl sends, and to clients that accept neither.
    if (request.accepts(['json', 'html']) !== 'html') return this.documentation.document(language);
    response.setHeader('Cache-Control', `public, max-age=${this.settings.cacheMaxAge}`);
    return page({
      language,
      siteName: this.site.names[language],
      hasTrailingSlash: request.path.endsWith('/'),
      hasAdminPage: this.settings.adminPage,
    });
  }

  @Get('doc/openapi.json')
  @Public()
  @ApiOkResponse({ content: DOCUMENT })
  getOpenApi(@Query() query: LanguageQuery, @Lang() language: Language): SerializedResponse {
    return this.documentation.document(language);
  }

  /** Static files of the documentation page. */
  @Get('doc/assets/:file')
  @Public()
  @ApiExcludeEndpoint()
  getAsset(@Param('file') file: string, @Res() response: Response): void {
    response.sendFile(assetFile(file), { maxAge: DAY });
  }
}
