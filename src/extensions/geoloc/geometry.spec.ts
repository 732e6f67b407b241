import fc from 'fast-check';
import { type Box, boxAround, EARTH_RADIUS, MAX_DISTANCE, haversineOf, type Point } from './geometry.js';

const RADIAN = Math.PI / 180;

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const aPoint: fc.Arbitrary<Point> = fc.record({
  lat: fc.oneof(degrees(-90, 90), degrees(88, 90), degrees(-90, -88), fc.constantFrom(-90, 0, 90)),
  lng: fc.oneof(degrees(-180, 180), degrees(179, 180), degrees(-180, -179), fc.constantFrom(-180, 0, 180)),
});
const aDistance = fc.oneof(degrees(0, 50), degrees(0, MAX_DISTANCE + 10));

/** Half of the straight line between two points, in radii of the earth. */
function halfChord(one: Point, other: Point): number {
  const vector = ({ lat, lng }: Point) => [
    Math.cos(lat * RADIAN) * Math.cos(lng * RADIAN),
    Math.cos(lat * RADIAN) * Math.sin(lng * RADIAN),
    Math.sin(lat * RADIAN),
  ];
  const [a, b] = [vector(one), vector(other)];
  return Math.min(1, Math.hypot(...a.map((part, axis) => part - b[axis]!)) / 2);
}

const distance = (one: Point, other: Point) => 2 * EARTH_RADIUS * Math.asin(halfChord(one, other));

const isInside = ({ south, north, lngs }: Box, { lat, lng }: Point) =>
  lat >= south && lat <= north && lngs.some(([west, east]) => lng >= west && lng <= east);

describe('the haversine of a distance', () => {
  it('orders points as their distances do', () => {
    fc.assert(
      fc.property(aPoint, aPoint, aDistance, (one, other, km) => {
        fc.pre(Math.abs(distance(one, other) - km) > 1e-6);
        expect(halfChord(one, other) ** 2 <= haversineOf(km)).toBe(distance(one, other) <= km);
      }),
    );
  });

  it('is that of a place on the map: Toronto to Montréal', () => {
    const haversine = halfChord({ lat: 43.6532, lng: -79.3832 }, { lat: 45.5019, lng: -73.5674 }) ** 2;
    expect([haversineOf(504), haversineOf(505)].map((of) => of > haversine)).toEqual([false, true]);
  });

  it('reaches everything from half the way around on', () => {
    fc.assert(fc.property(aPoint, aPoint, (one, other) => halfChord(one, other) ** 2 <= haversineOf(MAX_DISTANCE)));
  });
});

describe('the box around a point', () => {
  it('has every point within the distance', () => {
    fc.assert(
      fc.property(aPoint, aPoint, aDistance, (centre, point, km) => {
        fc.pre(distance(centre, point) <= km);
        expect(isInside(boxAround(centre, km), point)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('has the points on the rim, in every direction', () => {
    const around = fc.record({ centre: aPoint, km: degrees(0.001, 3000), bearing: degrees(0, 360) });
    fc.assert(
      fc.property(around, ({ centre, km, bearing }) => {
        expect(isInside(boxAround(centre, km), destination(centre, km, bearing))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('is no larger than it has to be', () => {
    const { south, north, lngs } = boxAround({ lat: 43.65, lng: -79.38 }, 25);
    expect(north - south).toBeCloseTo(0.4497, 3);
    expect(lngs).toHaveLength(1);
    expect(lngs[0]![1] - lngs[0]![0]).toBeCloseTo(0.6214, 3);
  });

  it('spans the antimeridian with two ranges, from either side', () => {
    expect(boxAround({ lat: 0, lng: 179.9 }, 25).lngs).toEqual([
      [-180, expect.closeTo(-179.875, 2)],
      [expect.closeTo(179.675, 2), 180],
    ]);
    expect(boxAround({ lat: 0, lng: -180 }, 25).lngs).toHaveLength(2);
  });

  it('has all longitudes around a pole', () => {
    expect(boxAround({ lat: 89.9, lng: 12 }, 25)).toMatchObject({ north: 90, lngs: [[-180, 180]] });
    expect(boxAround({ lat: -89.9, lng: 12 }, 25)).toMatchObject({ south: -90, lngs: [[-180, 180]] });
  });

  it('has ranges that go upwards', () => {
    fc.assert(
      fc.property(aPoint, aDistance, (centre, km) => {
        for (const [west, east] of boxAround(centre, km).lngs) expect(west).toBeLessThanOrEqual(east);
      }),
    );
  });
});

/** The point at a distance along a great circle. Uses vectors, since sines of latitudes are inexact near the poles. */
function destination({ lat, lng }: Point, km: number, bearing: number): Point {
  const angle = km / EARTH_RADIUS;
  const [phi, theta] = [lat * RADIAN, bearing * RADIAN];
  // Up, north and east where one stands, with the axis of the first through the meridian.
  const up = Math.cos(angle);
  const north = Math.sin(angle) * Math.cos(theta);
  const [x, y] = [up * Math.cos(phi) - north * Math.sin(phi), Math.sin(angle) * Math.sin(theta)];
  const z = up * Math.sin(phi) + north * Math.cos(phi);
  return {
    lat: Math.atan2(z, Math.hypot(x, y)) / RADIAN,
    lng: ((lng + Math.atan2(y, x) / RADIAN + 540) % 360) - 180,
  };
}
