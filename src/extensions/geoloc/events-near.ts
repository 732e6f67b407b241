import { type Caller } from '../../http/context/role.js';
import { type ListExtension, type SuggestedOrder } from '../../extension-api/extension.js';
import { type ListScope } from '../../list/listing.js';
import { isSqlite } from '../../database/data-source.js';
import { type Rows } from '../../database/sql/rows.js';
import { unmasked, visible } from '../../content/visible.js';
import { type SqlFragment } from '../../database/sql/statements.js';
import { WRITABLE_STATUSES } from '../../content/status.js';
import { EVENT } from '../../events/event.names.js';
import { type EventsQuery } from '../../events/events.query.js';
import { type AskedPlace, DEFAULT_RADIUS } from './fields.js';
import { type Box, boxAround, haversineOf, type Point } from './geometry.js';

type Asked = Pick<EventsQuery, 'geoloc' | 'geoloc_lat' | 'geoloc_lng' | 'occurrences'> & AskedPlace;

/** Filters and sorts events by the coordinates of their readable venues. */
export const eventsNear: ListExtension = {
  resource: EVENT,
  parameters: ['geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius', 'geoloc_bbox'],
  narrow(rows, parameters: Asked, scope) {
    const { geoloc, geoloc_radius: radius = DEFAULT_RADIUS, geoloc_bbox: box } = parameters;
    const point = pointOf(parameters);
    if (geoloc === undefined && !box && !point) return undefined;
    rows.andWhere(unmasked(rows.alias, scope.context.caller));
    if (geoloc === false) narrowToUnlocated(rows, scope);
    if (box || (geoloc === true && !point)) narrowToLocated(rows, box, scope);
    return point && narrowToNear(rows, point, radius, parameters, scope);
  },
};

/** Keeps the events at a venue with coordinates, or with coordinates in a box (edges included). */
function narrowToLocated(rows: Rows, box: Box | undefined, { context }: ListScope): void {
  const { sql, parameters } = located(context.caller);
  const inBox = box && within(box, 'box');
  rows.andWhere(`${rows.alias}.id IN (SELECT located_link.eventId ${sql}${inBox ? ` AND ${inBox.sql}` : ''})`, {
    ...parameters,
    ...inBox?.parameters,
  });
}

function pointOf({ geoloc_lat: lat, geoloc_lng: lng }: Asked): Point | undefined {
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}

function narrowToUnlocated(rows: Rows, { context }: ListScope): void {
  const { sql, parameters } = visible('located_venue', context.caller, WRITABLE_STATUSES);
  // Without this hint, a server with statistics from before an import would read all locations for each event.
  const join = isSqlite(rows.manager.dataSource) ? 'JOIN' : 'STRAIGHT_JOIN';
  const places =
    `FROM event_venues located_link ${join} venue_locations located ON located.venueId = located_link.venueId ` +
    `${join} venues located_venue ON located_venue.id = located.venueId WHERE located_link.eventId = ${rows.alias}.id AND ${sql}`;
  // NOT EXISTS is avoided, because a server would materialise all events with coordinates, even for one page.
  rows.andWhere(`(SELECT COUNT(*) ${places}) = 0`, parameters);
}

/**
 * Joins the haversine of the distance of each event's nearest venue. It sorts like the distance, and SQLite, MariaDB
 * and MySQL compute it alike.
 */
function narrowToNear(
  rows: Rows,
  point: Point,
  radius: number,
  { occurrences }: Asked,
  { context }: ListScope,
): SuggestedOrder {
  const { sql, parameters } = located(context.caller);
  const box = boxAround(point, radius);
  const inBox = within(box, 'near');
  const nearest =
    `SELECT located_link.eventId AS eventId, MIN(${HAVERSINE}) AS haversine ${sql} ` +
    `AND ${inBox.sql} ` +
    'GROUP BY located_link.eventId HAVING haversine <= :within';
  const all = {
    ...{ ...parameters, ...inBox.parameters },
    ...{ pointLat: point.lat, pointLng: point.lng, within: haversineOf(radius) },
  };
  if (occurrences === 'next' || occurrences === 'series') {
    // A series represents its nearby events. If its own place is elsewhere, it comes last.
    rows.andWhere(`${rows.alias}.id IN (SELECT near.eventId FROM (${nearest}) near)`, all);
    const own = `SELECT MIN(${HAVERSINE}) ${sql} AND located_link.eventId = ${rows.alias}.id`;
    return [`COALESCE((${own}), ${BEYOND_ALL})`, `${rows.alias}.startUtc`];
  }
  rows.join(`(${nearest})`, 'near', `near.eventId = ${rows.alias}.id`, all);
  return ['near.haversine', `${rows.alias}.startUtc`];
}

/** The maximum of a haversine is 1. */
const BEYOND_ALL = 2;

/** SQL that is true for a location within a box. The names of its parameters begin with a prefix. */
function within({ south, north, lngs }: Box, name: string): SqlFragment {
  const ranges = lngs.map((_range, at) => `located.lng BETWEEN :${name}West${at} AND :${name}East${at}`);
  const edges = lngs.flatMap(([west, east], at) => [
    [`${name}West${at}`, west] as const,
    [`${name}East${at}`, east] as const,
  ]);
  return {
    sql: `located.lat BETWEEN :${name}South AND :${name}North AND (${ranges.join(' OR ')})`,
    parameters: { [`${name}South`]: south, [`${name}North`]: north, ...Object.fromEntries(edges) },
  };
}

const HAVERSINE =
  'POWER(SIN(RADIANS(located.lat - :pointLat) / 2), 2) + COS(RADIANS(:pointLat)) * COS(RADIANS(located.lat)) * ' +
  'POWER(SIN(RADIANS(located.lng - :pointLng) / 2), 2)';

/** The relations of events to venues that have coordinates and that the caller may read. */
function located(caller: Caller): SqlFragment {
  const { sql, parameters } = visible('located_venue', caller, WRITABLE_STATUSES);
  return {
    sql:
      'FROM venue_locations located INNER JOIN venues located_venue ON located_venue.id = located.venueId ' +
      `INNER JOIN event_venues located_link ON located_link.venueId = located.venueId WHERE ${sql}`,
    parameters,
  };
}
