import { type Extension } from '../extension-api/extension.js';
import { type Format } from '../extension-api/format.js';
import { NAMESPACE } from '../site/links.js';
import { atom } from './news/atom.js';
import { csvFormats } from './csv.js';
import { ics } from './icalendar/ics.js';
import { jscal } from './jscalendar/jscal.js';
import { jsonfeed } from './news/jsonfeed.js';
import { jsonld } from './json.js';
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
    readonly enabled: readonly Format[],
    private readonly all: readonly Format[],
  ) {}

  /** @throws {Error} if the format of a route does not exist */
  getByPath({ plural, name }: FormatPath): Format {
    const format = this.enabled.find((one) => one.resource.plural === plural && one.name === name);
    if (!format) throw new Error(`There is no ${plural}.${name}.`);
    return format;
  }

  /** Whether a path belongs to a format whose extension is off. */
  isDisabled(path: string): boolean {
    const requested = formatPath(path);
    const has = (formats: readonly Format[]) =>
      formats.some(({ resource, name }) => resource.plural === requested.plural && name === requested.name);
    return requested.name !== undefined && has(this.all) && !has(this.enabled);
  }
}

/** The list and the suffix in a path. */
export interface FormatPath {
  readonly plural: string | undefined;
  readonly name: string | undefined;
}

const PATH = new RegExp(`^/${NAMESPACE}/([a-z]+)(?:/.*)?\\.([a-z]+)/?$`, 'i');

/** Matches `/cal/events/v1/venues.csv` and `/cal/events/v1/events/12.ics`, ignoring case as routes do. */
export function formatPath(path: string): FormatPath {
  const [, many, name] = PATH.exec(path) ?? [];
  return { plural: many?.toLowerCase(), name: name?.toLowerCase() };
}
