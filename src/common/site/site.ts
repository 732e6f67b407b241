import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import { Extensions } from '../extensions/extensions.js';
import { Links } from './links.js';

/** What the service knows of the website it serves. */
@Injectable()
export class Site {
  readonly links: Links;
  readonly name: string;
  /** Zone of publication dates and filters, and of events that name none. */
  readonly timezone: string;
  /** ISO 4217 code of amounts that name none. */
  readonly currency: string;
  readonly maxPerPage: number;

  constructor(
    settings: Settings,
    readonly extensions: Extensions,
  ) {
    this.links = new Links(settings.siteUrl, settings.basePath);
    this.name = settings.siteName;
    this.timezone = settings.siteTimezone;
    this.currency = settings.currency;
    this.maxPerPage = settings.maxPerPage;
  }
}
