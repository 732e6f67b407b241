import { type Language } from '../common/language/language.js';
import { sameCost } from './cost.js';
import { type UpdateEventDto } from './event.dto.js';
import { type Event } from './event.entity.js';

type EventColumns = Pick<
  Event,
  'cost' | 'website' | 'showMap' | 'showMapLink' | 'hidden' | 'sticky' | 'featured' | 'ticketed'
>;

/** The plain columns of an event after a write: what a body says, else what they were. */
export function eventColumns(
  current: Event | undefined,
  body: UpdateEventDto,
  language: Language,
  siteCurrency: string,
): EventColumns {
  const cost = current?.cost ?? null;
  const isCostKept = body.cost === undefined || sameCost(cost, body.cost, language, siteCurrency);
  return {
    cost: isCostKept ? cost : body.cost!,
    website: body.website === undefined ? (current?.website ?? null) : body.website,
    showMap: body.show_map ?? current?.showMap ?? false,
    showMapLink: body.show_map_link ?? current?.showMapLink ?? false,
    hidden: body.hide_from_listings ?? current?.hidden ?? false,
    sticky: body.sticky ?? current?.sticky ?? false,
    featured: body.featured ?? current?.featured ?? false,
    ticketed: body.ticketed ?? current?.ticketed ?? false,
  };
}
