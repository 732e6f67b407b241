import { addedFields, type Extension } from '../../calendar/extension-api/extension.js';
import { EventCountsQuery } from '../../calendar/events/event-counts.query.js';
import { geojson } from './geojson.js';
import { EventsQuery } from '../../calendar/events/events.query.js';
import { CreateVenueDto, UpdateVenueDto, VenueDto } from '../../calendar/venues/venue.dto.js';
import { CalendarQuery } from '../../outlets/web/calendar.query.js';
import { VenueLocations1790000100000 } from './1790000100000-venue-locations.js';
import { filterEvents } from './events-near.js';
import { LocationFields, GeolocQueryFields, EXTENSION, LocationInput } from './fields.js';
import { TEXTS } from './texts.js';
import { venueLocations } from './venue-location-data.js';
import { VenueLocation } from './venue-location.entity.js';

/** Adds coordinates to venues, and finds events near a point. */
export const geoloc: Extension = {
  name: EXTENSION,
  schema: { entities: [VenueLocation], migrations: [VenueLocations1790000100000] },
  fields: [
    addedFields([CreateVenueDto, UpdateVenueDto], LocationInput, TEXTS.input),
    addedFields([VenueDto], LocationFields, TEXTS.output),
    addedFields([EventsQuery, EventCountsQuery, CalendarQuery], GeolocQueryFields, TEXTS.query),
  ],
  records: [venueLocations],
  filterEvents,
  formats: [geojson],
};
