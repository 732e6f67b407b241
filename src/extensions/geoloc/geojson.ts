import { type Feature, type Point } from 'geojson';
import { type Format } from '../../calendar/extension-api/format.js';
import { EVENT } from '../../calendar/events/event.names.js';
import { pointOf, type FeedVenue, type FeedEvent } from '../../outlets/feeds/feed-event.js';

/** GeoJSON (RFC 7946): a Feature for each pair of an event and a venue with coordinates. */
export const geojson: Format<FeedEvent> = {
  name: 'geojson',
  mediaType: 'application/geo+json; charset=utf-8',
  resource: EVENT,
  listMember: 'features',
  description: {
    en: 'GeoJSON (RFC 7946), for maps: a Feature for each pair of an event and a venue that has coordinates.',
    fr: 'GeoJSON (RFC 7946), pour les cartes : une Feature par couple d’un événement et d’un lieu qui a des coordonnées.',
  },
  header: () => '{"type":"FeatureCollection","features":[\n',
  item: ({ response }) =>
    response.venue
      .flatMap((venue) => featureOf(response, venue) ?? [])
      .map((feature) => JSON.stringify(feature))
      .join(',\n'),
  between: ',\n',
  footer: () => ']}\n',
};

function featureOf(event: FeedEvent, venue: FeedVenue): Feature<Point> | undefined {
  const point = pointOf(venue);
  if (!point) return undefined;
  const { id, title, url, starts_at, ends_at, all_day, timezone, excerpt, cost, image, featured, language } = event;
  const { event_status, event_status_reason, attendance } = event;
  const { id: venueId, venue: name, address, city } = venue;
  return {
    type: 'Feature',
    id: `${id}-${venueId}`,
    geometry: { type: 'Point', coordinates: [point.lng, point.lat] },
    properties: {
      id,
      title,
      url,
      event_status,
      event_status_reason,
      attendance,
      starts_at,
      ends_at,
      all_day,
      timezone,
      excerpt,
      cost,
      featured,
      language,
      image: image?.url ?? null,
      categories: event.categories.map((category) => category.name),
      venue: { id: venueId, venue: name, address, city },
    },
  };
}
