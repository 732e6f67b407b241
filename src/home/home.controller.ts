import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { Public } from '../auth/access.decorators.js';
import { Site } from '../site/site.js';
import { Settings } from '../config/settings.js';
import { type HomeIndex, homeIndex } from './home-index.js';
import { HomePage } from './home-page.js';

/** The front door, outside the language roots. */
@ApiExcludeController()
@Controller()
export class HomeController {
  private readonly index: HomeIndex;

  constructor(
    site: Site,
    private readonly settings: Settings,
    private readonly page: HomePage,
  ) {
    this.index = homeIndex(site, settings);
  }

  /** A page for browsers; for all others, where the roots, the documentation and the health routes are. */
  @Get()
  @Public()
  show(@Req() request: Request, @Res({ passthrough: true }) response: Response): string | HomeIndex {
    response.vary('Accept').setHeader('Cache-Control', `public, max-age=${this.settings.cacheMaxAge}`);
    // JSON first: it is the answer to */*, as curl asks, and to whoever accepts neither.
    if (request.accepts(['json', 'html']) !== 'html') return this.index;
    response.setHeader('Content-Security-Policy', this.page.policy);
    return this.page.html;
  }
}
