import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { hasPages } from '../../lib/config/page-urls.js';
import { Settings } from '../../lib/config/settings.js';
import { LANGUAGES, type Language } from '../../lib/i18n/language.js';
import { type View } from './embed.query.js';
import { escapeMarkup } from '../../lib/text/markup.js';

/** The page for browsers: one file that includes its style and script. */
@Injectable()
export class HomePage {
  /** Content-Security-Policy of the page: it allows its inline style and script by their hashes, and nothing else. */
  readonly policy: string;
  /** The policy of the page that other sites may embed. */
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

  /**
   * @param language the script in the browser chooses it if it is undefined
   * @param view of the page in a frame of another site
   */
  html(language?: Language, view?: View): string {
    const { siteName = '', siteNameFr = '' } = this.values;
    return renderTemplate(this.template, {
      ...this.values,
      language: language ?? 'en',
      segment: view ? 'embed' : (language ?? ''),
      view: view ?? '',
      title: language === 'fr' ? siteNameFr : siteName,
    });
  }

  private policyFor(ancestors: readonly string[]): string {
    return [
      "default-src 'none'",
      `script-src ${hashOf('script', this.template)}`,
      `style-src ${hashOf('style', this.template)}`,
      "connect-src 'self'",
      // Images of events may be on any host.
      'img-src data: http: https:',
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${ancestors.join(' ') || "'none'"}`,
    ].join('; ');
  }
}

/** Browsers hash the parsed text, in which a CR LF of the checkout has become LF. */
function readTemplate(): string {
  return readFileSync(new URL('./home.html', import.meta.url), 'utf8').replaceAll('\r\n', '\n');
}

/** Replaces {{name}} by values, which may be any text. */
function renderTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => escapeMarkup(values[name] ?? ''));
}

/** The hash source (CSP 3) of the only inline element with this tag, which must not contain {{name}}. */
function hashOf(element: 'script' | 'style', html: string): string {
  const [, content = ''] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(html) ?? [];
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
