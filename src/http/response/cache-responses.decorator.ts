import { SetMetadata } from '@nestjs/common';

export const CACHE_RESPONSES = 'calendar:cache-responses';

/**
 * Caches the responses to public reads of a controller. They must depend only on path, query, language and database,
 * and on the time only as `ResponseMeta` states.
 */
export const CacheResponses = () => SetMetadata(CACHE_RESPONSES, true);
