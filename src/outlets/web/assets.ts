import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../lib/config/settings.js';
import { RouteNotFound } from '../../lib/errors/api-error.js';
import { Links } from './data/links.js';
import { focusCss } from './theme/focus.js';
import { themeCss } from './theme/theme.js';

const folderOf = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/** A file that pages load. */
interface Asset {
  readonly mediaType: string;
  readonly text: string;
}

/**
 * The style sheet and the script of the pages. Their names have a hash of the content, so that browsers keep them for
 * ever and still load a new one at once.
 */
@Injectable()
export class Assets {
  private readonly files = new Map<string, Asset>();
  /** Addresses without the origin, so that the pages work on any host. */
  readonly style: string;
  readonly script: string;

  constructor(settings: Settings) {
    const { before, after } = themeCss(settings);
    const folder = `${new Links(settings).base}/assets`;
    this.style = `${folder}/${this.add('css', 'text/css', `${before}${joined('styles', '.css')}${focusCss()}${after}`)}`;
    this.script = `${folder}/${this.add('js', 'text/javascript', joined('script', '.js'))}`;
  }

  /** @throws {RouteNotFound} for a name that no page has */
  file(name: string): Asset {
    const found = this.files.get(name);
    if (!found) throw new RouteNotFound();
    return found;
  }

  /** @returns the name of the file */
  private add(extension: string, mediaType: string, text: string): string {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const name = `pages-${hash}.${extension}`;
    this.files.set(name, { mediaType: `${mediaType}; charset=utf-8`, text });
    return name;
  }
}

/** The files of a folder with this ending, in the order of their names. */
function joined(name: string, extension: string): string {
  const folder = folderOf(name);
  const files = readdirSync(folder).filter((file) => file.endsWith(extension));
  return files
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}
