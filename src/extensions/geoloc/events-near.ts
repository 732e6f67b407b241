import { type Caller } from '../../http/role.js';
import { type SuggestedOrder } from '../../calendar/extension-api/extension.js';
import { type ListScope } from '../../calendar/list/listing.js';
import { isSqlite } from '../../database/data-source.js';
import { type SelectBuilder } from '../../database/sql/select-builder.js';
import { visible } from '../../calendar/records/visibility/visible.js';
import { type SqlFragment } from '../../database/sql/statements.js';
import { WRITABLE_STATUSES } from '../../calendar/records/visibility/access.js';
import { type EventsQuery } from '../../calendar/events/events.query.js';
import { type GeolocQueryFields, DEFAULT_RADIUS } from './fields.js';
import { type Box, boxAround, haversineOf, type Point } from './geometry.js';

type GeolocParameters = Pick<EventsQuery, 'geoloc' | 'geoloc_lat' | 'geoloc_lng' | 'occurrences'> & GeolocQueryFields;

/** Filters and sorts events by the coordinates of their readable venues. */
export function filterEvents(
  unmaskedRows: () => SelectBuilder,
  parameters: GeolocParameters,
  scope: ListScope,
): SuggestedOrder | undefined {
  const { geoloc, geoloc_radius: radius = DEFAULT_RADIUS, geoloc_bbox: box } = parameters;
  const point = pointOf(parameters);
  if (geoloc === undefined && !box && !point) return undefined;
  const rows = unmaskedRows();
  if (geoloc === false) filterUnlocated(rows, scope);
  if (box || (geoloc === true && !point)) filterLocated(rows, box, scope);
  return point && filterNear(rows, point, radius, parameters, scope);
}

/** Keeps the events at a venue with coordinates, or with coordinates in a box (edges included). */
function filterLocated(rows: SelectBuilder, box: Box | undefined, { context }: ListScope): void {
  const { sql, parameters } = readableLocations(context.caller);
  const inBox = box && boxCondition(box, 'box');
  rows.andWhere(`${rows.alias}.id IN (SELECT located_venues.eventId ${sql}${inBox ? ` AND ${inBox.sql}` : ''})`, {
    ...parameters,
    ...inBox?.parameters,
  });
}

function pointOf({ geoloc_lat: lat, geoloc_lng: lng }: GeolocParameters): Point | undefined {
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}

function filterUnlocated(rows: SelectBuilder, { context }: ListScope): void {
  const { sql, parameters } = visible('located_venue', context.caller, WRITABLE_STATUSES);
  // Without this hint, a server with statistics from before an import would read all locations for each event.
  const join = isSqlite(rows.manager.dataSource) ? 'JOIN' : 'STRAIGHT_JOIN';
  const places =
    `FROM event_venues located_venues ${join} venue_locations located ON located.venueId = located_venues.venueId ` +
    `${join} venues located_venue ON located_venue.id = located.venueId WHERE located_venues.eventId = ${rows.alias}.id AND ${sql}`;
  // NOT EXISTS is avoided, because a server would materialise all events with coordinates, even for one page.
  rows.andWhere(`(SELECT COUNT(*) ${places}) = 0`, parameters);
}

/** Joins the haversine of the distance to the nearest venue, which sorts like the distance on every database. */
function filterNear(
  rows: SelectBuilder,
  point: Point,
  radius: number,
  { occurrences }: GeolocParameters,
  { context }: ListScope,
): SuggestedOrder {
  const { sql, parameters } = readableLocations(context.caller);
  const box = boxAround(point, radius);
  const inBox = boxCondition(box, 'near');
  const nearest =
    `SELECT located_venues.eventId AS eventId, MIN(${HAVERSINE}) AS haversine ${sql} ` +
    `AND ${inBox.sql} ` +
    'GROUP BY located_venues.eventId HAVING haversine <= :within';
  const allParameters = {
    ...parameters,
    ...inBox.parameters,
    pointLat: point.lat,
    pointLng: point.lng,
    within: haversineOf(radius),
  };
  if (occurrences === 'next' || occurrences === 'series') {
    // A series is listed for its nearby occurrences. If its own venue has no coordinates, it comes last.
    rows.andWhere(`${rows.alias}.id IN (SELECT near.eventId FROM (${nearest}) near)`, allParameters);
    const ownHaversine = `SELECT MIN(${HAVERSINE}) ${sql} AND located_venues.eventId = ${rows.alias}.id`;
    return [`COALESCE((${ownHaversine}), ${ABOVE_MAX_HAVERSINE})`, `${rows.alias}.startUtc`];
  }
  rows.join(`(${nearest})`, 'near', `near.eventId = ${rows.alias}.id`, allParameters);
  return ['near.haversine', `${rows.alias}.startUtc`];
}

/** Sorts after all events, since the maximum of a haversine is 1. */
const ABOVE_MAX_HAVERSINE = 2;

/** SQL condition for locations within a box. `prefix` keeps the parameter names of two boxes apart. */
function boxCondition({ south, north, lngs }: Box, prefix: string): SqlFragment {
  const ranges = lngs.map((_range, index) => `located.lng BETWEEN :${prefix}West${index} AND :${prefix}East${index}`);
  const edges = lngs.flatMap(([west, east], index) => [
    [`${prefix}West${index}`, west] as const,
    [`${prefix}East${index}`, east] as const,
  ]);
  return {
    sql: `located.lat BETWEEN :${prefix}South AND :${prefix}North AND (${ranges.join(' OR ')})`,
    parameters: { [`${prefix}South`]: south, [`${prefix}North`]: north, ...Object.fromEntries(edges) },
  };
}

const HAVERSINE =
  'POWER(SIN(RADIANS(located.lat - :pointLat) / 2), 2) + COS(RADIANS(:pointLat)) * COS(RADIANS(located.lat)) * ' +
  'POWER(SIN(RADIANS(located.lng - :pointLng) / 2), 2)';

/** The relations of events to venues that have coordinates and that the caller may read. */
function readableLocations(caller: Caller): SqlFragment {
  const { sql, parameters } = visible('located_venue', caller, WRITABLE_STATUSES);
  return {
    sql:
      'FROM venue_locations located INNER JOIN venues located_venue ON located_venue.id = located.venueId ' +
      `INNER JOIN event_venues located_venues ON located_venues.venueId = located.venueId WHERE ${sql}`,
    parameters,
  };
}
