/** A point on the earth, in degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Mean radius of the earth in km (IUGG). */
export const EARTH_RADIUS = 6371.0088;

/** The largest distance between two points, in km. */
export const MAX_DISTANCE = Math.PI * EARTH_RADIUS;

const RADIAN = Math.PI / 180;

/** A tolerance in degrees, about 0.1 mm, for rounding at the edges of a box. */
const ROUNDING_TOLERANCE = 1e-9;

/**
 * The haversine of a distance in km. It grows with the distance and is exact for small ones (Sinnott, “Virtues of the
 * Haversine”, 1984). For distances that no two points exceed, it is 2, which is greater than every haversine.
 */
export function haversineOf(distance: number): number {
  return distance >= MAX_DISTANCE ? 2 : Math.sin(distance / (2 * EARTH_RADIUS)) ** 2;
}

/** Ranges of latitudes and longitudes, ends included. A box across the antimeridian has two ranges of longitudes. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly lngs: readonly (readonly [west: number, east: number])[];
}

/** The smallest box with all points within a distance (in km) of a point. */
export function boxAround({ lat, lng }: Point, distance: number): Box {
  const angle = distance / EARTH_RADIUS;
  const reach = angle / RADIAN + ROUNDING_TOLERANCE;
  const [south, north] = [Math.max(lat - reach, -90), Math.min(lat + reach, 90)];
  // A circle around a pole includes all longitudes.
  if (south === -90 || north === 90) return { south, north, lngs: [[-180, 180]] };
  const width = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat * RADIAN))) / RADIAN + ROUNDING_TOLERANCE;
  const [west, east] = [lng - width, lng + width];
  if (east - west >= 360) return { south, north, lngs: [[-180, 180]] };
  return boxBetween(west <= -180 ? west + 360 : west, south, east >= 180 ? east - 360 : east, north);
}

/** A box from its edges in degrees. If west is greater than east, it crosses the antimeridian. */
export function boxBetween(west: number, south: number, east: number, north: number): Box {
  if (west <= east) return { south, north, lngs: [[west, east]] };
  return {
    south,
    north,
    lngs: [
      [-180, east],
      [west, 180],
    ],
  };
}
