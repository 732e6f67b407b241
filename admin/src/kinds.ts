/**
 * The order and the groups of the fields of each kind. Everything else (types, limits, choices, help) comes from the
 * OpenAPI document. Fields that are not named here appear under "More", so that new ones need no line.
 */

/** Texts, in the order of the form. Others, such as `slug`, are under "More". */
export const TEXTS: readonly string[] = ['title', 'venue', 'organizer', 'name', 'description', 'excerpt', 'address'];

/** Groups of fields of a kind, each under a heading. */
export const GROUPS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  venues: {
    place: ['address', 'city', 'province', 'state', 'zip', 'country'],
    contact: ['phone', 'website'],
    map: ['show_map', 'show_map_link', 'geo_lat', 'geo_lng'],
  },
  organizers: { contact: ['email', 'phone', 'website'] },
  categories: { tree: ['parent'] },
};

/** Fields that have a place of their own in the form, or follow from others; they are never under "More". */
export const PLACED: readonly string[] = [
  ...[
    'review_note',
    'id',
    'translations',
    'translation_language',
    'translation_confirmed',
    'date_utc',
    'stateprovince',
  ],
  ...['status', 'date', 'start_date', 'end_date', 'all_day', 'timezone', 'recurrence', 'venue', 'organizer'],
  ...['categories', 'tags', 'image', 'cost', 'website', 'attendance', 'online_url', 'event_status'],
];

/** Fields whose value is the id of another record, and the kind of it. */
export const REFERENCES: Readonly<Record<string, string>> = { post_parent: 'events', parent: 'categories' };

/** Texts per language that have a place of their own in the form. */
export const PLACED_TEXTS: readonly string[] = ['event_status_reason', 'image_alt', 'image'];

/** Fields whose value holds for both languages, unless `translations` has another one for a language. */
export const SHARED: readonly string[] = ['cost', 'website', 'online_url', 'image', 'address'];
