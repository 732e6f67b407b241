import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';

/** The page for browsers: one file, with its style and script inside. */
@Injectable()
export class HomePage {
  readonly html: string;
  /** Content-Security-Policy under which the page runs: its own style and script, by their hashes, and nothing else. */
  readonly policy: string;

  constructor({ siteName, siteNameFr, siteTimezone, basePath, maxPerPage }: Settings) {
    const perPage = String(Math.min(100, maxPerPage));
    this.html = filled(readTemplate(), { siteName, siteNameFr, siteTimezone, basePath, perPage });
    this.policy = [
      "default-src 'none'",
      `script-src ${hashOf('script', this.html)}`,
      `style-src ${hashOf('style', this.html)}`,
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join('; ');
  }
}

/** Browsers hash what they have parsed, and parsing turns CR LF, which a checkout may have made, into LF. */
function readTemplate(): string {
  return readFileSync(new URL('./home.html', import.meta.url), 'utf8').replaceAll('\r\n', '\n');
}

/** Puts values, which may be any text, in the place of {{name}}. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => escaped(values[name] ?? ''));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The source expression (CSP 3) of the one inline element of that name. */
function hashOf(element: 'script' | 'style', html: string): string {
  const [, content = ''] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(html) ?? [];
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
