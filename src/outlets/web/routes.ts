import { PAGES_PATH } from '../../http/language/request-language.js';
import { resources } from '../../calendar/resources.js';
import { type PerLanguage } from '../../lib/i18n/language.js';

/** The resources of which records have pages, by their plural. */
const KINDS = resources.map(({ names }) => names.plural);

/** The last segment of the address of the form with which visitors send events. */
export const SUBMIT_FOLDERS: PerLanguage<string> = { en: 'submit', fr: 'proposer' };

/** The path to which a form is routed. */
const SUBMIT_PATH = new RegExp(`^/${PAGES_PATH}/(?:${Object.values(SUBMIT_FOLDERS).join('|')})/?$`, 'i');

/** Whether a request sends the form. */
export const sendsForm = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'POST' && SUBMIT_PATH.test(path);

/** The first segments of the addresses of pages below a language. */
export const PAGE_FOLDERS = [...KINDS, ...Object.values(SUBMIT_FOLDERS)];

/** The path to which the pages of a resource are routed. */
export const pagesPathOf = (plural: string): string => `${PAGES_PATH}/${plural}`;

/** The routes of this module that are not below the namespace of the API. */
export const PAGE_ROUTES = [
  ...KINDS.map(pagesPathOf).flatMap((path) => [path, `${path}/:slug`]),
  ...Object.values(SUBMIT_FOLDERS).map(pagesPathOf),
  ...[PAGES_PATH, 'embed', 'assets/:file'],
];
