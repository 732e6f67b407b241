import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { type PerLanguage } from '../i18n/language.js';
import { Links } from './links.js';

/** What the service knows of the website it serves. */
@Injectable()
export class Site {
  readonly links: Links;
  readonly names: PerLanguage<string>;
  /** Zone of publication dates and filters, and of events that name none. */
  readonly timezone: string;
  /** ISO 4217 code of amounts that name none. */
  readonly currency: string;
  readonly maxPerPage: number;
  /** Records that other formats than JSON give where nobody asks for a number, and at most. */
  readonly feedLimit: number;
  readonly feedMax: number;
  /** Origin of the public pages. */
  readonly url: string;
  /** Months ahead for which the occurrences of a series exist. */
  readonly seriesHorizon: number;

  constructor(settings: Settings) {
    this.links = new Links(settings.siteUrl, settings.basePath, settings.pageUrls);
    this.names = { en: settings.siteName, fr: settings.siteNameFr };
    this.timezone = settings.siteTimezone;
    this.currency = settings.currency;
    this.maxPerPage = settings.maxPerPage;
    this.feedMax = settings.feedMax;
    this.feedLimit = settings.feedLimit;
    this.url = settings.siteUrl;
    this.seriesHorizon = settings.seriesHorizon;
  }
}
