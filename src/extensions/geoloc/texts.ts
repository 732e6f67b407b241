/** The documentation of the fields in both languages. Comments of DTO classes would be English only. */
export const TEXTS = {
  input: {
    en: {
      geo_lat: 'Latitude in degrees, north of the equator positive; together with geo_lng. null in both clears them.',
      geo_lng: 'Longitude in degrees, east of Greenwich positive; together with geo_lat. null in both clears them.',
    },
    fr: {
      geo_lat:
        'Latitude en degrés, positive au nord de l’équateur; avec geo_lng. null dans les deux efface les coordonnées.',
      geo_lng:
        'Longitude en degrés, positive à l’est de Greenwich; avec geo_lat. null dans les deux efface les coordonnées.',
    },
  },
  output: {
    en: {
      geo_lat: 'Latitude in degrees, north of the equator positive.',
      geo_lng: 'Longitude in degrees, east of Greenwich positive.',
    },
    fr: {
      geo_lat: 'Latitude en degrés, positive au nord de l’équateur.',
      geo_lng: 'Longitude en degrés, positive à l’est de Greenwich.',
    },
  },
  query: {
    en: {
      geoloc_radius: 'Distance in kilometres that a venue may lie from the point of geoloc_lat and geoloc_lng.',
      geoloc_bbox:
        'Events at a venue within this box, as a map shows it: `west,south,east,north` in degrees. Where west is more than east it crosses the 180th meridian.',
    },
    fr: {
      geoloc_radius: 'Distance en kilomètres à laquelle un lieu peut se trouver du point geoloc_lat, geoloc_lng.',
      geoloc_bbox:
        'Les événements dans un lieu à l’intérieur de ce cadre, comme une carte le montre : `ouest,sud,est,nord` en degrés. Si l’ouest dépasse l’est, il traverse le 180e méridien.',
    },
  },
} as const;
