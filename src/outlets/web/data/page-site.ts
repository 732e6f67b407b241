import { Injectable } from '@nestjs/common';
import { Site } from '../../../http/urls/site.js';
import { Settings } from '../../../lib/config/settings.js';
import { type Language, type PerLanguage } from '../../../lib/i18n/language.js';
import { takesSubmissions } from '../../submissions/submissions.guard.js';
import { Assets } from '../assets.js';
import { Links } from './links.js';

/** The settings that all pages use. */
@Injectable()
export class PageSite {
  readonly links: Links;
  readonly names: PerLanguage<string>;
  readonly taglines: PerLanguage<string>;
  readonly timezone: string;
  readonly logo: string;
  readonly hasPages: boolean;
  /** Whether visitors may send events. */
  readonly takesSubmissions: boolean;

  constructor(
    readonly site: Site,
    readonly assets: Assets,
    readonly settings: Settings,
  ) {
    this.links = new Links(settings);
    this.names = site.names;
    this.taglines = { en: settings.siteTagline, fr: settings.siteTaglineFr };
    this.timezone = site.timezone;
    this.logo = settings.themeLogo;
    this.hasPages = settings.pages;
    this.takesSubmissions = takesSubmissions(settings);
  }

  cardScope(language: Language, now: Date) {
    return { language, timezone: this.timezone, links: this.links, now };
  }
}
