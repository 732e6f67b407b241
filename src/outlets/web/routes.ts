import { PAGES_PATH } from '../../http/language/request-language.js';
import { resources } from '../../calendar/resources.js';

/** The first segments of the addresses of pages below a language. */
export const PAGE_FOLDERS = resources.map(({ names }) => names.plural);

/** The path to which the pages of a resource are routed. */
export const pagesPathOf = (plural: string): string => `${PAGES_PATH}/${plural}`;

/** The routes of this module that are not below the namespace of the API. */
export const PAGE_ROUTES = [
  ...PAGE_FOLDERS.map(pagesPathOf).flatMap((path) => [path, `${path}/:slug`]),
  ...[PAGES_PATH, 'embed', 'assets/:file'],
];
