import { renderToString } from 'preact-render-to-string';
import { BufferedBody } from '../../../http/response/serialized-response.js';
import { type RequestContext } from '../../../http/request-context.js';
import { type PageSite } from '../data/page-site.js';
import { Page, type PageProps } from './page.js';

export const HTML_TYPE = 'text/html; charset=utf-8';

/** The HTML of a whole page. All texts are escaped, except the sanitized HTML of records. */
export function renderPage(page: PageProps): string {
  return `<!doctype html>\n${renderToString(<Page {...page} />)}\n`;
}

/** A page as a response, which is cached and has an ETag as records have. */
export function pageBody(
  site: PageSite,
  { language, isPrivate, caller }: RequestContext,
  page: Omit<PageProps, 'site' | 'language' | 'isPreview'>,
): BufferedBody {
  const isPreview = isPrivate && caller !== null;
  return new BufferedBody(HTML_TYPE, Buffer.from(renderPage({ ...page, site, language, isPreview })));
}
