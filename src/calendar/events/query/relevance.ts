import { midnightAfter, momentFromInstant, startOfDay } from '../../../lib/datetime/moment.js';
import { fold } from '../../../lib/text/fold.js';
import { parseSearch } from '../../../lib/text/search-terms.js';
import { searchedText } from '../../../lib/text/typed-words.js';
import { type ComputedOrder, type ListScope } from '../../list/listing.js';
import { type EventsQuery } from '../events.query.js';

/**
 * The order of `orderby=relevance`: by the title, which a password does not hide; then events that end today or later by
 * their start, then past ones, the latest first. The day decides, not the moment, so that the pages of a list agree.
 */
export function byRelevance({ search = '' }: EventsQuery, { context, site }: ListScope): ComputedOrder {
  const now = new Date();
  context.response.expireAt(midnightAfter(now, site.timezone));
  const today = startOfDay(momentFromInstant(now, site.timezone).local, site.timezone).utc;
  const terms = parseSearch(search, context.language).filter(({ isExcluded }) => !isExcluded);
  const words: Record<string, string> = {};
  const hasWord = terms.map(({ spellings }, index) => {
    const occurs = spellings.map((spelling, place) => {
      const name = `titleWord${index}_${place}`;
      words[name] = spelling;
      return `INSTR(shown.nameKey, :${name}) > 0`;
    });
    return `(${occurs.join(' OR ')})`;
  });
  const begins = 'INSTR(shown.nameKey, :searched) = 1 OR INSTR(shown.nameKey, :asTyped) = 1';
  const title =
    `CASE WHEN shown.nameKey IN (:searched, :asTyped) THEN 0 WHEN ${begins} THEN 1 ` +
    `WHEN ${['1 = 1', ...hasWord].join(' AND ')} THEN 2 ELSE 3 END`;
  const isComing = 'event.endUtc >= :today';
  return {
    order: [
      title,
      `CASE WHEN ${isComing} THEN 0 ELSE 1 END`,
      `CASE WHEN ${isComing} THEN event.startUtc END`,
      'event.startUtc DESC',
    ],
    parameters: { ...words, searched: searchedText(search), asTyped: fold(search), today },
  };
}
