import { type CanActivate, Injectable } from '@nestjs/common';
import { Settings } from '../../lib/config/settings.js';
import { RouteNotFound } from '../../lib/errors/api-error.js';

/** Whether visitors may send events: the form is one of the pages. */
export const takesSubmissions = ({ submissions, pages }: Settings): boolean => submissions && pages;

/** Hides the routes of submissions where settings switch them off. */
@Injectable()
export class SubmissionsGuard implements CanActivate {
  constructor(private readonly settings: Settings) {}

  canActivate(): boolean {
    if (!takesSubmissions(this.settings)) throw new RouteNotFound();
    return true;
  }
}
