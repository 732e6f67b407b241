import { readFileSync } from 'node:fs';
import { Controller, Get, Header, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { Public } from '../../http/auth/access.decorators.js';
import { LANGUAGES, type Language, type PerLanguage } from '../../lib/i18n/language.js';
import { type LanguageRequest } from '../../http/language/request-language.js';
import { NAMESPACE } from '../../http/urls/urls.js';
import { Site } from '../../http/urls/site.js';
import { Settings } from '../../lib/config/settings.js';
import { EmbedQuery } from './embed.query.js';
import { HomePage } from './home-page.js';

const ICON = readFileSync(new URL('./favicon.ico', import.meta.url));

const CACHE_ONE_DAY = 'public, max-age=86400';

/** The page of the calendar, and the files that browsers and crawlers request. */
@ApiExcludeController()
@Controller()
export class HomeController {
  private readonly index: HomeIndex;

  constructor(
    private readonly site: Site,
    private readonly settings: Settings,
    private readonly page: HomePage,
  ) {
    this.index = homeIndex(site, settings);
  }

  /**
   * Returns the page to browsers, in the language of the path if it has one. Programs get the addresses of the roots,
   * the documentation and the health routes.
   */
  @Get()
  @Public()
  show(@Req() request: LanguageRequest, @Res({ passthrough: true }) response: Response): string | HomeIndex {
    response.vary('Accept').setHeader('Cache-Control', this.cacheControl);
    // JSON is the response to */*, which curl sends, and to clients that accept neither.
    if (request.accepts(['json', 'html']) !== 'html') return this.index;
    response.setHeader('Content-Security-Policy', this.page.policy);
    return this.page.html(request.root);
  }

  /** The calendar for frames of the sites in `FRAME_ANCESTORS`. */
  @Get('embed')
  @Public()
  embed(@Query() { view, lang: language = 'en' }: EmbedQuery, @Res({ passthrough: true }) response: Response): string {
    response.setHeader('Cache-Control', this.cacheControl);
    response.setHeader('Content-Language', language);
    response.setHeader('Content-Security-Policy', this.page.embedPolicy);
    // X-Frame-Options does not support lists of origins; browsers follow the Content-Security-Policy instead.
    response.removeHeader('X-Frame-Options');
    return this.page.html(language, view);
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

  private get cacheControl(): string {
    return `public, max-age=${this.settings.cacheMaxAge}`;
  }
}

type HomeIndex = ReturnType<typeof homeIndex>;

/** The links of the start page for programs. */
function homeIndex({ names, urls }: Site, { siteUrl, basePath }: Settings) {
  const home = `${siteUrl}${basePath}`;
  return {
    name: names.en,
    names,
    roots: forEachLanguage((language) => urls.root(language)),
    docs: forEachLanguage((language) => `${urls.root(language)}/${NAMESPACE}/doc`),
    health: { live: `${home}/health/live`, ready: `${home}/health/ready` },
  };
}

function forEachLanguage(make: (language: Language) => string): PerLanguage<string> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as PerLanguage<string>;
}
