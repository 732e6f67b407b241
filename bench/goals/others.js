/**
 * What other systems need for a list of ten events with their relations, in microseconds of processor time of application
 * and database together: at 10,000 events, on a machine with 2 cores. Taken once; docs/measurements.md tells how.
 */
export const OTHERS = {
  /** 6.17 on WordPress 6.9, PHP 8.2 with opcache. */
  theEventsCalendar: { list: 109_000 },
  /** 5.54. */
  strapi: { list: 9026 },
  /** 12.4; its cache in memory. */
  directus: { list: 6115, cachedList: 669 },
};
