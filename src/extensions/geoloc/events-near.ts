import { type Caller } from '../../common/auth/role.js';
import { type ListExtension, type Order } from '../../common/extensions/extension.js';
import { type ListScope } from '../../common/listing/listing.js';
import { type Rows } from '../../common/listing/rows.js';
import { type Condition, visible } from '../../common/records/visible.js';
import { WRITABLE_STATUSES } from '../../common/records/status.js';
import { unmasked } from '../../events/event-access.js';
import { EVENT } from '../../events/event.kind.js';
import { type EventsQuery } from '../../events/events.query.js';
import { type AskedRadius, DEFAULT_RADIUS } from './geoloc.fields.js';
import { boxAround, haversineOf, type Point } from './geometry.js';

type Asked = Pick<EventsQuery, 'geoloc' | 'geoloc_lat' | 'geoloc_lng'> & AskedRadius;

/** Lists events by where their venues lie, as far as the caller sees them. */
export const eventsNear: ListExtension = {
  kind: EVENT,
  parameters: ['geoloc', 'geoloc_lat', 'geoloc_lng'],
  narrow(rows, parameters: Asked, scope) {
    const { geoloc, geoloc_radius: radius = DEFAULT_RADIUS } = parameters;
    const point = pointOf(parameters, scope);
    if (geoloc === undefined && !point) return undefined;
    const { sql, parameters: rights } = unmasked(rows.alias, scope.context.caller);
    rows.andWhere(sql, rights);
    if (geoloc !== undefined) narrowToLocated(rows, geoloc, scope);
    return point && narrowToNear(rows, point, radius, scope);
  },
};

function pointOf({ geoloc_lat: lat, geoloc_lng: lng }: Asked, { context, faults }: ListScope): Point | undefined {
  for (const [one, other] of [
    ['geoloc_lat', 'geoloc_lng'],
    ['geoloc_lng', 'geoloc_lat'],
  ] as const)
    if (one in context.given && !(other in context.given)) faults.add(other, (messages) => messages.aloneNot(one));
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}

function narrowToLocated(rows: Rows, wanted: boolean, { context }: ListScope): void {
  const { sql, parameters } = located(context.caller);
  rows.andWhere(
    `${wanted ? '' : 'NOT '}EXISTS (SELECT 1 ${sql} AND located_link.eventId = ${rows.alias}.id)`,
    parameters,
  );
}

/**
 * Joins the distance of each event's nearest venue, as its haversine: that orders like the distance itself, and takes
 * nothing but what SQLite, MariaDB and MySQL calculate alike.
 */
function narrowToNear(rows: Rows, point: Point, radius: number, { context }: ListScope): Order {
  const { sql, parameters } = located(context.caller);
  const box = boxAround(point, radius);
  const lngs = box.lngs.map((_range, at) => `located.lng BETWEEN :west${at} AND :east${at}`).join(' OR ');
  const nearest =
    `SELECT located_link.eventId AS eventId, MIN(${HAVERSINE}) AS haversine ${sql} ` +
    `AND located.lat BETWEEN :south AND :north AND (${lngs}) ` +
    'GROUP BY located_link.eventId HAVING haversine <= :within';
  rows.join(`(${nearest})`, 'near', `near.eventId = ${rows.alias}.id`, {
    ...parameters,
    ...{ pointLat: point.lat, pointLng: point.lng, within: haversineOf(radius) },
    ...{ south: box.south, north: box.north },
    ...Object.fromEntries(
      box.lngs.flatMap(([west, east], at) => [[`west${at}`, west] as const, [`east${at}`, east] as const]),
    ),
  });
  return ['near.haversine', `${rows.alias}.startUtc`];
}

const HAVERSINE =
  'POWER(SIN(RADIANS(located.lat - :pointLat) / 2), 2) + COS(RADIANS(:pointLat)) * COS(RADIANS(located.lat)) * ' +
  'POWER(SIN(RADIANS(located.lng - :pointLng) / 2), 2)';

/** The links of events to venues that have coordinates and that a caller may read. */
function located(caller: Caller): Condition {
  const { sql, parameters } = visible('located_venue', caller, WRITABLE_STATUSES);
  return {
    sql:
      'FROM venue_locations located INNER JOIN venues located_venue ON located_venue.id = located.venueId ' +
      `INNER JOIN event_venues located_link ON located_link.venueId = located.venueId WHERE ${sql}`,
    parameters,
  };
}
