import { addedFields, type Extension } from '../../extension-api/extension.js';
import { EventCountsQuery } from '../../events/event-counts.query.js';
import { geojson } from './geojson.js';
import { EventsQuery } from '../../events/events.query.js';
import { CreateVenueDto, UpdateVenueDto, VenueDto } from '../../venues/venue.dto.js';
import { VenueLocations1790000100000 } from './1790000100000-venue-locations.js';
import { eventsNear } from './events-near.js';
import { LocationFields, AskedPlace, EXTENSION, WrittenLocation } from './fields.js';
import { TEXTS } from './texts.js';
import { venueLocations } from './kept-location.js';
import { VenueLocation } from './venue-location.entity.js';

/** Adds coordinates to venues, and finds events near a point. */
export const geoloc: Extension = {
  name: EXTENSION,
  schema: { entities: [VenueLocation], migrations: [VenueLocations1790000100000] },
  fields: [
    addedFields([CreateVenueDto, UpdateVenueDto], WrittenLocation, TEXTS.written),
    addedFields([VenueDto], LocationFields, TEXTS.answered),
    addedFields([EventsQuery, EventCountsQuery], AskedPlace, TEXTS.asked),
  ],
  records: [venueLocations],
  lists: [eventsNear],
  formats: [geojson],
};
