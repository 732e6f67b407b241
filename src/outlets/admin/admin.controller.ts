import { Controller, Get, HttpStatus, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { Public } from '../../http/auth/access.decorators.js';
import { Unlimited } from '../../http/rate-limits.js';
import { RouteNotFound } from '../../lib/errors/api-error.js';
import { AdminPage, missingPage, RETRY_AFTER } from './admin-page.js';

/**
 * The page has the key of a person, so that it may neither be framed, as its policy says too, nor be reached by a window that
 * another site has opened.
 */
const HEADERS = { 'X-Frame-Options': 'DENY', 'Cross-Origin-Opener-Policy': 'same-origin' };

/** The editor's page: static files. What it reads and writes goes through the API, with the key of the person. */
@ApiExcludeController()
@Controller('admin')
export class AdminController {
  constructor(private readonly page: AdminPage) {}

  @Get()
  @Public()
  show(@Req() request: Request, @Res() response: Response): void {
    if (!this.page.isOn) throw new RouteNotFound();
    response.set(HEADERS);
    // The addresses in the page are relative to /admin/.
    if (!request.path.endsWith('/')) return response.redirect(HttpStatus.MOVED_PERMANENTLY, 'admin/');
    response.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': this.page.policy });
    const html = this.page.html();
    if (html !== undefined) return void response.type('html').send(html);
    const missing = this.page.missing();
    const language = request.acceptsLanguages('en', 'fr') === 'fr' ? 'fr' : 'en';
    response.vary('Accept-Language').set({
      'Cache-Control': 'no-store',
      'Content-Language': language,
      'Retry-After': String(RETRY_AFTER[missing]),
    });
    response.status(HttpStatus.SERVICE_UNAVAILABLE).type('html').send(missingPage(missing, language));
  }

  /** A file whose name changes with its content. */
  @Get('assets/:file')
  @Public()
  @Unlimited()
  asset(@Param('file') name: string, @Res() response: Response): void {
    const file = this.page.isOn ? this.page.assetFile(name) : undefined;
    if (file === undefined) throw new RouteNotFound();
    response.sendFile(file, { immutable: true, maxAge: '365d' });
  }
}
