import { type EntityManager } from 'typeorm';
import { type FieldErrors } from '../../lib/errors/field-error.js';
import { type StoreChange, type RecordData, type RecordExtension } from '../../calendar/extension-api/extension.js';
import { VENUE } from '../../calendar/venues/venue.names.js';
import { tableOf } from '../../database/sql/table.js';
import { type LocationFields, type LocationInput } from './fields.js';
import { type Point } from './geometry.js';
import { VenueLocation } from './venue-location.entity.js';

/** The coordinates of a venue, or null. */
class VenueLocationData implements RecordData {
  constructor(private readonly point: Point | null) {}

  get fields(): LocationFields {
    return { geo_lat: this.point?.lat ?? null, geo_lng: this.point?.lng ?? null };
  }

  get jsonLd(): object {
    if (!this.point) return {};
    return { geo: { '@type': 'GeoCoordinates', latitude: this.point.lat, longitude: this.point.lng } };
  }

  /** Both coordinates are required together. */
  change({ geo_lat: lat, geo_lng: lng }: LocationInput, errors: FieldErrors): StoreChange | undefined {
    if (errors.has('geo_lat') || errors.has('geo_lng') || (lat === undefined && lng === undefined)) return undefined;
    const isLat = typeof lat === 'number';
    const isLng = typeof lng === 'number';
    if (isLat && isLng) return this.moveTo({ lat: lat + 0, lng: lng + 0 });
    if (lat === null && lng === null) return this.point ? removeLocation : undefined;
    const [missing, given] = isLat || lng === undefined ? ['geo_lng', 'geo_lat'] : ['geo_lat', 'geo_lng'];
    errors.add(missing, (messages) => messages.requiredWith(given));
    return undefined;
  }

  private moveTo(point: Point): StoreChange | undefined {
    if (this.point?.lat === point.lat && this.point.lng === point.lng) return undefined;
    return async (manager, venueId) => {
      const locations = tableOf(manager, VenueLocation);
      if (this.point) await locations.update(manager, { venueId }, point);
      else await locations.insert(manager, [{ venueId, ...point }]);
      return new VenueLocationData(point);
    };
  }
}

const NO_LOCATION = new VenueLocationData(null);

const removeLocation: StoreChange = async (manager, venueId) => {
  await tableOf(manager, VenueLocation).remove(manager, { venueId });
  return NO_LOCATION;
};

/** Stores the coordinates of venues. */
export const venueLocations: RecordExtension = {
  resource: VENUE,
  emptyData: NO_LOCATION,
  async read(manager: EntityManager, ids: readonly number[]) {
    const locations = await tableOf(manager, VenueLocation).select(manager, { venueId: ids });
    return new Map(locations.map(({ venueId, lat, lng }) => [venueId, new VenueLocationData({ lat, lng })]));
  },
};
