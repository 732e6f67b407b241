import { type Extension } from '../../calendar/extension-api/extension.js';
import { type Format } from '../../calendar/extension-api/format.js';
import { atom } from './news/atom.js';
import { csvFormats } from './csv.js';
import { ics } from './icalendar/ics.js';
import { jscal } from './jscal.js';
import { jsonfeed } from './news/jsonfeed.js';
import { jsonld } from './json.js';
import { rss } from './news/rss.js';

/** The formats of the service. Add new ones here; extensions bring others. */
export const FORMATS: readonly Format[] = [ics, jscal, rss, atom, jsonfeed, ...csvFormats, jsonld];

/** The formats of the service and of some extensions. */
export function formatsOf(extensions: readonly Extension[]): Format[] {
  return [...FORMATS, ...extensions.flatMap(({ formats = [] }) => formats)];
}
