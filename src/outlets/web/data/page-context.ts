import { type RequestContext } from '../../../http/request-context.js';
import { ResponseMeta } from '../../../http/response/response-meta.js';

/**
 * Reads with a response of its own, since lists set headers of theirs. What was read limits how long the page is cached.
 */
export async function readApart<T>(context: RequestContext, read: (own: RequestContext) => Promise<T>): Promise<T> {
  const own = { ...context, response: new ResponseMeta() };
  const result = await read(own);
  context.response.expireAt(own.response.expiresAt);
  return result;
}
