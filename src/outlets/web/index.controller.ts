import { readFileSync } from 'node:fs';
import { Controller, Get, Header, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { Public } from '../../http/auth/access.decorators.js';
import { type LanguageRequest } from '../../http/language/request-language.js';
import { NAMESPACE } from '../../http/urls/urls.js';
import { Site } from '../../http/urls/site.js';
import { NO_STORE } from '../../http/response/cache-control.js';
import { Settings } from '../../lib/config/settings.js';
import { LANGUAGES, perLanguage } from '../../lib/i18n/language.js';
import { Links } from './data/links.js';
import { languageOfVisitor } from './visitor-language.js';

const ICON = readFileSync(new URL('./favicon.ico', import.meta.url));

const CACHE_ONE_DAY = 'public, max-age=86400';

/** The beginning of the site, and the files that browsers and crawlers request. */
@ApiExcludeController()
@Controller()
export class IndexController {
  private readonly index: SiteIndex;

  constructor(
    private readonly site: Site,
    private readonly settings: Settings,
  ) {
    this.index = siteIndex(site, settings);
  }

  /**
   * Leads browsers to the calendar in the language of the visitor. Programs get the addresses of the roots, the
   * documentation and the health routes.
   */
  @Get()
  @Public()
  show(@Req() request: LanguageRequest, @Res({ passthrough: true }) response: Response): SiteIndex | undefined {
    // JSON is the response to */*, which curl sends, and to clients that accept neither.
    const isBrowser = this.settings.pages && request.accepts(['json', 'html']) === 'html';
    response.vary('Accept');
    if (this.settings.pages) response.vary('Accept-Language').vary('Cookie');
    if (isBrowser) return void this.redirect(request, response);
    response.setHeader('Cache-Control', `public, max-age=${this.settings.cacheMaxAge}`);
    return this.index;
  }

  @Get('favicon.ico')
  @Public()
  @Header('Cache-Control', CACHE_ONE_DAY)
  icon(): StreamableFile {
    return new StreamableFile(ICON, { type: 'image/x-icon' });
  }

  @Get('robots.txt')
  @Public()
  @Header('Cache-Control', CACHE_ONE_DAY)
  @Header('Content-Type', 'text/plain; charset=utf-8')
  robots(): string {
    const sitemaps = LANGUAGES.map((language) => `Sitemap: ${this.site.urls.root(language)}/${NAMESPACE}/sitemap.xml`);
    return ['User-agent: *', 'Allow: /', '', ...sitemaps, ''].join('\n');
  }

  private redirect(request: LanguageRequest, response: Response): void {
    const [, ...query] = request.originalUrl.split('?');
    const location = new Links(this.settings).calendar(languageOfVisitor(request));
    response.setHeader('Cache-Control', NO_STORE);
    response.status(302).setHeader('Location', [location, ...query].join('?'));
  }
}

type SiteIndex = ReturnType<typeof siteIndex>;

/** The links of the site for programs. */
function siteIndex({ names, urls }: Site, { siteUrl, basePath }: Settings) {
  const home = `${siteUrl}${basePath}`;
  return {
    name: names.en,
    names,
    roots: perLanguage((language) => urls.root(language)),
    docs: perLanguage((language) => `${urls.root(language)}/${NAMESPACE}/doc`),
    health: { live: `${home}/health/live`, ready: `${home}/health/ready` },
  };
}
