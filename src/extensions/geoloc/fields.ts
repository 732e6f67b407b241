import { ApiProperty } from '@nestjs/swagger';
import { Field, Parameter } from '../../http/validation/field.js';
import { decimal, toNumber } from '../../http/validation/parsers.js';
import { FieldError, single } from '../../lib/errors/field-error.js';
import { type Box, boxBetween, MAX_DISTANCE } from './geometry.js';

/** The name of this extension, and of the validation group of its fields. */
export const EXTENSION = 'geoloc';

/** In km. */
export const DEFAULT_RADIUS = 25;
const MAX_RADIUS = Math.ceil(MAX_DISTANCE);

const latitude = { type: 'number', format: 'double', minimum: -90, maximum: 90, example: 43.6543 } as const;
const longitude = { type: 'number', format: 'double', minimum: -180, maximum: 180, example: -79.3788 } as const;

/** Fields of the body of a venue. */
export class LocationInput {
  @Field(decimal({ min: -90, max: 90 }), { schema: latitude, extension: EXTENSION })
  geo_lat?: number | null;

  @Field(decimal({ min: -180, max: 180 }), { schema: longitude, extension: EXTENSION })
  geo_lng?: number | null;
}

/** Fields of the response of a venue. They are not required, since they are absent while the extension is off. */
export class LocationFields {
  @ApiProperty({ ...latitude, required: false, nullable: true })
  geo_lat!: number | null;

  @ApiProperty({ ...longitude, required: false, nullable: true })
  geo_lng!: number | null;
}

/** `west,south,east,north` (RFC 7946, section 5): with west greater than east, it crosses the antimeridian. */
const parseBox = single<Box>((value) => {
  const edges = typeof value === 'string' ? value.split(',').map(toNumber) : [];
  const [west, south, east, north] = edges.filter((edge) => typeof edge === 'number');
  const hasFourEdges = edges.length === 4 && north !== undefined;
  const isOnEarth = hasFourEdges && Math.max(Math.abs(west!), Math.abs(east!)) <= 180 && south! >= -90 && north <= 90;
  return isOnEarth && south! <= north
    ? boxBetween(west!, south!, east!, north)
    : new FieldError((messages) => messages.boundingBox);
});

/** Query parameters of lists of events. The point (`geoloc_lat`, `geoloc_lng`) is declared by the list itself. */
export class GeolocQueryFields {
  @Parameter(decimal({ min: 0, max: MAX_RADIUS }), {
    schema: {
      type: 'number',
      format: 'double',
      minimum: 0,
      maximum: MAX_RADIUS,
      default: DEFAULT_RADIUS,
      example: 10,
    },
    extension: EXTENSION,
  })
  geoloc_radius?: number;

  @Parameter(parseBox, {
    emptyIsAbsent: true,
    schema: { type: 'string', example: '-79.7,43.5,-79.1,43.9' },
    extension: EXTENSION,
  })
  geoloc_bbox?: Box;
}
