import { ApiError } from '../../lib/errors/api-error.js';

/** The page is at another address: for good (301), or as `PAGE_URLS` says at present (302). */
export class PageRedirect extends ApiError {
  constructor(status: 301 | 302, location: string, cacheControl: string) {
    super(status, 'rest_moved', (messages) => messages.movedTo(location), {
      Location: location,
      'Cache-Control': cacheControl,
    });
  }
}
