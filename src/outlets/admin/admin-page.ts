import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Injectable, Optional } from '@nestjs/common';
import { Settings } from '../../lib/config/settings.js';
import { type Language } from '../../lib/i18n/language.js';

/** The folder of the package, whose page `scripts/admin.js` builds into `dist`. */
const ADMIN = join(dirname(createRequire(import.meta.url).resolve('#package.json')), 'admin');

/** Why there is no page (yet). */
export type Missing = 'building' | 'failed' | 'absent';

/** The files of the editor's page, which are built after the service has started. */
@Injectable()
export class AdminPage {
  readonly isOn: boolean;
  /** Content-Security-Policy of the page. The preview of a record is a frame without scripts that inherits it. */
  readonly policy: string;

  /** @param folder of the package: another one in tests */
  constructor(
    { adminPage }: Settings,
    @Optional() private readonly folder: string = ADMIN,
  ) {
    this.isOn = adminPage;
    this.policy = [
      "default-src 'none'",
      "script-src 'self'",
      // The components write their styles into the page.
      "style-src 'self' 'unsafe-inline'",
      "connect-src 'self'",
      "font-src 'self'",
      "frame-src 'self'",
      // Images of records may be on any host; those that are being uploaded are blobs.
      'img-src data: blob: http: https:',
      "base-uri 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
  }

  /** The page; undefined where it is not built. It is read each time, since a new build replaces it. */
  html(): string | undefined {
    const file = join(this.folder, 'dist', 'index.html');
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  /** The path of a file with a hash in its name; undefined if the page has no such file. */
  assetFile(name: string): string | undefined {
    const folder = join(this.folder, 'dist', 'assets');
    return existsSync(folder) && readdirSync(folder).includes(name) ? join(folder, name) : undefined;
  }

  /** Why it is not there. */
  missing(): Missing {
    // Written by scripts/admin.js while it builds, and left there when it fails.
    const file = join(this.folder, '.build-state');
    if (!existsSync(file)) return 'absent';
    return readFileSync(file, 'utf8').startsWith('failed') ? 'failed' : 'building';
  }
}

const TEXTS: Readonly<Record<Language, Readonly<Record<Missing | 'title', string>>>> = {
  en: {
    title: 'Editor’s page',
    building: 'The page is being prepared, which takes about a minute. It opens by itself.',
    failed: 'The page could not be built. The log of the service says why; the next start tries again.',
    absent: 'The page is not built. Start the service with npm start, or build the page with node scripts/admin.js.',
  },
  fr: {
    title: 'Page de rédaction',
    building: 'La page se prépare, ce qui prend environ une minute. Elle s’ouvrira d’elle-même.',
    failed: 'La page n’a pas pu être construite. Le journal du service dit pourquoi; le prochain démarrage réessaiera.',
    absent:
      'La page n’est pas construite. Démarrez le service avec npm start, ou construisez-la avec node scripts/admin.js.',
  },
};

/** Seconds until a browser, or a monitor, should ask again. */
export const RETRY_AFTER: Readonly<Record<Missing, number>> = { building: 5, failed: 60, absent: 60 };

/** The page that is shown meanwhile. It has no script, and reloads by itself. */
export function missingPage(missing: Missing, language: Language): string {
  const { title, [missing]: text } = TEXTS[language];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="refresh" content="${RETRY_AFTER[missing]}" />
    <title>${title}</title>
    <style>
      :root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif; }
      body { max-width: 34rem; margin: 20vh auto; padding: 0 1.5rem; }
    </style>
  </head>
  <body>
    <h1>${title}</h1>
    <p role="status">${text}</p>
  </body>
</html>
`;
}
