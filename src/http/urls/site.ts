import { Injectable, Global, Module } from '@nestjs/common';
import { Settings } from '../../lib/config/settings.js';
import { type PerLanguage } from '../../lib/i18n/language.js';
import { Urls } from './urls.js';

/** The website that the service belongs to. */
@Injectable()
export class Site {
  readonly urls: Urls;
  readonly names: PerLanguage<string>;
  /** Default zone: of publication dates, filters and events without a zone. */
  readonly timezone: string;
  /** Default currency, an ISO 4217 code. */
  readonly currency: string;
  readonly maxPerPage: number;
  /** Default and maximum number of records in feeds. */
  readonly feedLimit: number;
  readonly feedMax: number;
  /** Origin of the public pages. */
  readonly url: string;
  /** Months ahead for which the occurrences of a series exist. */
  readonly seriesHorizon: number;

  constructor(settings: Settings) {
    this.urls = new Urls(settings);
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

@Global()
@Module({ providers: [Site], exports: [Site] })
export class SiteModule {}
