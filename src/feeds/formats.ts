import { type Extension } from '../extension-api/extension.js';
import { type Format } from '../extension-api/format.js';
import { NAMESPACE } from '../site/links.js';
import { atom } from './news/atom.js';
import { csvFormats } from './csv.js';
import { ics } from './icalendar/ics.js';
import { jscal } from './jscalendar/jscal.js';
import { jsonfeed } from './news/jsonfeed.js';
import { jsonld } from './jsonld.js';
import { rss } from './news/rss.js';

/** The formats of the service. Add new ones here; extensions bring others. */
export const FORMATS: readonly Format[] = [ics, jscal, rss, atom, jsonfeed, ...csvFormats, jsonld];

/** The formats of the service and of some extensions. */
export function formatsOf(extensions: readonly Extension[]): Format[] {
  return [...FORMATS, ...extensions.flatMap(({ formats = [] }) => formats)];
}

/** The formats that are turned on. */
export class Formats {
  /** @param all formats, also those of extensions that are off */
  constructor(
    readonly on: readonly Format[],
    private readonly all: readonly Format[],
  ) {}

  /** @throws {Error} if the format of a route does not exist */
  at({ many, name }: FormatPath): Format {
    const format = this.on.find((one) => one.resource.plural === many && one.name === name);
    if (!format) throw new Error(`There is no ${many}.${name}.`);
    return format;
  }

  /** Whether a path belongs to a format whose extension is off. */
  isOff(path: string): boolean {
    const at = formatPath(path);
    const has = (formats: readonly Format[]) =>
      formats.some(({ resource, name }) => resource.plural === at.many && name === at.name);
    return at.name !== undefined && has(this.all) && !has(this.on);
  }
}

/** The list and the suffix in a path. */
export interface FormatPath {
  readonly many: string | undefined;
  readonly name: string | undefined;
}

const PATH = new RegExp(`^/${NAMESPACE}/([a-z]+)(?:/.*)?\\.([a-z]+)/?$`, 'i');

/** Matches `/cal/events/v1/venues.csv` and `/cal/events/v1/events/12.ics`, ignoring case as routes do. */
export function formatPath(path: string): FormatPath {
  const [, many, name] = PATH.exec(path) ?? [];
  return { many: many?.toLowerCase(), name: name?.toLowerCase() };
}
