import { type Language } from '../../i18n/language.js';
import { priceOf, sameCost } from '../pricing/cost.js';
import { type UpdateEventDto } from '../event.dto.js';
import { type Event } from '../event.entity.js';

/** The plain columns of an event after a write: the values of the body, else the stored ones. */
export function eventColumns(
  current: Event | undefined,
  body: UpdateEventDto,
  language: Language,
  siteCurrency: string,
) {
  const before = current?.cost ?? null;
  const isCostKept =
    body.cost === undefined || (before !== null && sameCost(before, body.cost, language, siteCurrency));
  const cost = isCostKept ? before : body.cost!;
  return {
    eventStatus: body.event_status ?? current?.eventStatus ?? 'scheduled',
    attendance: body.attendance ?? current?.attendance ?? 'offline',
    cost,
    price: priceOf(cost),
    showMap: body.show_map ?? current?.showMap ?? false,
    showMapLink: body.show_map_link ?? current?.showMapLink ?? false,
    hidden: body.hide_from_listings ?? current?.hidden ?? false,
    sticky: body.sticky ?? current?.sticky ?? false,
    featured: body.featured ?? current?.featured ?? false,
    ticketed: body.ticketed ?? current?.ticketed ?? false,
  } satisfies Partial<Event>;
}
