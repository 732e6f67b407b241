import { type CanActivate, Injectable } from '@nestjs/common';
import { Settings } from '../../lib/config/settings.js';
import { RouteNotFound } from '../../lib/errors/api-error.js';

/** Switches the pages off where `PAGES` says so. */
@Injectable()
export class PagesGuard implements CanActivate {
  constructor(private readonly settings: Settings) {}

  canActivate(): boolean {
    if (!this.settings.pages) throw new RouteNotFound();
    return true;
  }
}
