import { PAGES_PATH } from '../../http/language/request-language.js';
import { EVENT } from '../../calendar/events/event.names.js';
import { resources } from '../../calendar/resources.js';

const pathsOf = (isPublished: boolean) =>
  resources
    .filter((resource) => resource.isPublished === isPublished)
    .map(({ names }) => `${PAGES_PATH}/${names.plural}/:slug`);

/** The pages of events, venues and organizers, below a language. */
export const RECORD_PAGES = pathsOf(true);

/** The lists of venues and organizers. That of events is the calendar. */
export const RECORD_INDEXES = resources
  .filter(({ names, isPublished }) => isPublished && names !== EVENT)
  .map(({ names }) => `${PAGES_PATH}/${names.plural}`);

export const EVENT_PAGES = `${PAGES_PATH}/${EVENT.plural}/:slug`;

/** The pages of categories and tags: the calendar with that filter. */
export const TERM_PAGES = pathsOf(false);

/** The routes of this module that are not below the namespace of the API. */
export const PAGE_ROUTES = [...RECORD_PAGES, ...RECORD_INDEXES, ...TERM_PAGES, PAGES_PATH, 'embed', 'assets/:file'];

/** The kind of the record or term whose page a path is. */
export function kindOf(path: string): string {
  return path.split('/')[2]!;
}

/** The first segments of the addresses of pages below a language. */
export const PAGE_FOLDERS = resources.map(({ names }) => names.plural);
