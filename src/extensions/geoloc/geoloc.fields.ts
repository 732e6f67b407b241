import { ApiProperty } from '@nestjs/swagger';
import { Field, Parameter } from '../../common/fields/field.js';
import { decimal } from '../../common/values/scalars.js';
import { FARTHEST } from './geometry.js';
import { TEXTS } from './geoloc.texts.js';

/** In km. */
export const DEFAULT_RADIUS = 25;
const MAX_RADIUS = Math.ceil(FARTHEST);

const latitude = { type: 'number', format: 'double', minimum: -90, maximum: 90, example: 43.6543 } as const;
const longitude = { type: 'number', format: 'double', minimum: -180, maximum: 180, example: -79.3788 } as const;

/** In the body of a venue. */
export class WrittenLocation {
  @Field(decimal({ min: -90, max: 90 }), { schema: { ...latitude, description: TEXTS.written.en.geo_lat } })
  geo_lat?: number | null;

  @Field(decimal({ min: -180, max: 180 }), { schema: { ...longitude, description: TEXTS.written.en.geo_lng } })
  geo_lng?: number | null;
}

/** In the answer of a venue; not required, since it is there only while the extension is on. */
export class AnsweredLocation {
  @ApiProperty({ ...latitude, required: false, nullable: true, description: TEXTS.answered.en.geo_lat })
  geo_lat!: number | null;

  @ApiProperty({ ...longitude, required: false, nullable: true, description: TEXTS.answered.en.geo_lng })
  geo_lng!: number | null;
}

/** In the query of the list of events; the point itself is declared there. */
export class AskedRadius {
  @Parameter(decimal({ min: 0, max: MAX_RADIUS }), {
    schema: {
      type: 'number',
      format: 'double',
      minimum: 0,
      maximum: MAX_RADIUS,
      default: DEFAULT_RADIUS,
      example: 10,
      description: TEXTS.asked.en.geoloc_radius,
    },
  })
  geoloc_radius?: number;
}
