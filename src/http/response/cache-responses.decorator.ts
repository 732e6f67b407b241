import { SetMetadata } from '@nestjs/common';

export const CACHE_RESPONSES = 'calendar:cache-responses';

/**
 * Caches the responses to public reads of a controller. They must depend on nothing but path, query, language and the
 * database, and on the time only as far as `ResponseMeta` states.
 */
export const CacheResponses = () => SetMetadata(CACHE_RESPONSES, true);
