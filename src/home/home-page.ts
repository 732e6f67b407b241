import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { hasPages } from '../config/page-urls.js';
import { Settings } from '../config/settings.js';
import { LANGUAGES, type Language } from '../i18n/language.js';
import { type View } from './embed.query.js';
import { escapeMarkup } from '../text/markup.js';

/** Where the page is shown. */
interface Place {
  /** Without one the browser of the visitor decides. */
  readonly language?: Language;
  /** In a frame of another site, what it shows. */
  readonly view?: View;
}

/** The page for browsers: one file, with its style and script inside. */
@Injectable()
export class HomePage {
  /** Content-Security-Policy of the page: only its own style and script, by their hashes. */
  readonly policy: string;
  /** The same for the page that other sites may frame. */
  readonly embedPolicy: string;
  private readonly template = readTemplate();
  private readonly values: Readonly<Record<string, string>>;

  constructor(settings: Settings) {
    const { siteName, siteNameFr, siteTagline, siteTaglineFr, siteTimezone, basePath } = settings;
    const paged = LANGUAGES.filter((language) => hasPages(settings.pageUrls, language, 'events')).join(' ');
    const perPage = String(Math.min(100, settings.maxPerPage));
    this.values = { siteName, siteNameFr, siteTagline, siteTaglineFr, siteTimezone, basePath, perPage, paged };
    this.policy = this.policyFor(["'self'"]);
    this.embedPolicy = this.policyFor(settings.frameAncestors);
  }

  html({ language, view }: Place = {}): string {
    const { siteName = '', siteNameFr = '' } = this.values;
    const place = { language: language ?? 'en', segment: view ? 'embed' : (language ?? ''), view: view ?? '' };
    return filled(this.template, { ...this.values, ...place, title: language === 'fr' ? siteNameFr : siteName });
  }

  private policyFor(ancestors: readonly string[]): string {
    return [
      "default-src 'none'",
      `script-src ${hashOf('script', this.template)}`,
      `style-src ${hashOf('style', this.template)}`,
      "connect-src 'self'",
      // Pictures of events are wherever their editors have found them.
      'img-src data: http: https:',
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${ancestors.join(' ') || "'none'"}`,
    ].join('; ');
  }
}

/** Browsers hash what they have parsed, and parsing turns CR LF, which a checkout may have made, into LF. */
function readTemplate(): string {
  return readFileSync(new URL('./home.html', import.meta.url), 'utf8').replaceAll('\r\n', '\n');
}

/** Puts values, which may be any text, in the place of {{name}}. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => escapeMarkup(values[name] ?? ''));
}

/** The source expression (CSP 3) of the one inline element of that name, which has no {{name}} inside. */
function hashOf(element: 'script' | 'style', html: string): string {
  const [, content = ''] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(html) ?? [];
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
