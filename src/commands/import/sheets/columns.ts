import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import { fold } from '../../../lib/text/fold.js';
import { type Mapping, TEXTS } from '../record.js';
import { clockTime } from './clock.js';

const NAMES: Readonly<Record<string, string>> = {
  id: 'uid identifiant reference ref',
  title: 'titre name nom event evenement event_name nom_de_l_evenement titre_de_l_evenement summary subject objet',
  start_date: 'start starts begin begins date_de_debut date_debut debut event_start_date',
  start_time: 'time heure horaire heure_de_debut heure_debut event_start_time',
  end_date: 'end ends date_de_fin date_fin fin event_end_date',
  end_time: 'heure_de_fin heure_fin event_end_time',
  timezone: 'time_zone fuseau fuseau_horaire event_time_zone',
  all_day: 'all_day_event allday journee_entiere toute_la_journee',
  venue: 'lieu place location salle endroit emplacement venue_name nom_du_lieu event_venue_name',
  address: 'adresse street rue',
  zip: 'zip_code postal_code postcode code_postal',
  city: 'ville commune town',
  province: 'region',
  state: 'etat',
  country: 'pays',
  organizer: 'organiser organizers organisateur organisateurs event_organizer_name',
  categories: 'category categorie event_category',
  tags: 'tag etiquettes etiquette mots_cles keywords event_tags',
  cost: 'price prix tarif tarifs cout event_cost',
  currency: 'devise monnaie event_iso_currency_code',
  currency_symbol: 'event_currency_symbol',
  website: 'site_web site web lien link event_website',
  online_url: 'lien_en_ligne adresse_en_ligne',
  image: 'image_url photo event_featured_image',
  featured: 'en_vedette vedette a_la_une featured_event',
  excerpt: 'extrait resume chapeau event_excerpt',
  description: 'details texte contenu event_description',
  status: 'statut',
  event_status: 'statut_de_l_evenement',
  event_status_reason: 'motif raison reason',
  attendance: 'participation',
  language: 'langue',
  private: 'prive',
  sensitivity: 'critere_de_diffusion confidentialite',
  show_map: 'event_show_map',
  show_map_link: 'event_show_map_link',
  hide_from_listings: 'hide_from_event_listings',
  sticky: 'sticky_in_month_view',
  ticketed: '',
};

/** The fields that a column may have. */
export const FIELD_NAMES = Object.keys(NAMES);

/** Names that stand for a field only if no other column does. */
const WEAK: Readonly<Record<string, string>> = {
  date: 'start_date',
  jour: 'start_date',
  day: 'start_date',
  url: 'website',
};

/**
 * Columns of `events.csv` that repeat others, or that cannot be changed, and columns of The Events Calendar for things
 * that this calendar does not have.
 */
const IGNORED = [
  ...['starts_at', 'ends_at', 'url', 'date', 'modified'],
  ...['event_currency_position', 'allow_comments', 'allow_trackbacks_and_pingbacks'],
];

/** Fields whose columns may name a language. */
const IN_LANGUAGES = [...TEXTS, 'venue', 'organizer', 'categories', 'tags'];

const FIELDS = new Map(
  Object.entries(NAMES).flatMap(([field, names]) =>
    [field, ...names.split(' ')].filter(Boolean).map((name) => [name, field] as const),
  ),
);

interface ColumnField {
  readonly field: string;
  readonly language?: Language | undefined;
}

export type Columns = ReturnType<typeof columnsOf>;

/** The fields of the columns of a table. `mapping` has fields by the names of columns; an empty text ignores one. */
export function columnsOf(header: readonly string[], mapping: Mapping = {}) {
  const mapped = new Map(Object.entries(mapping).map(([name, field]) => [keyOf(name), field]));
  const keys = header.map((name) => mapped.get(keyOf(name)) ?? keyOf(name));
  const isOwn = ['id', 'starts_at', 'ends_at', 'modified'].every((name) => keys.includes(name));
  const strong = keys.map((key) => fieldOf(key));
  const fields = keys.map((key, place): ColumnField | undefined => {
    const weak = isOwn ? undefined : WEAK[key];
    return strong[place] ?? (weak && !strong.some((column) => column?.field === weak) ? { field: weak } : undefined);
  });
  const isUnknown = (_name: string, place: number) =>
    !fields[place] && keys[place] !== '' && !IGNORED.includes(keys[place]!);
  return { fields, header, unknown: header.filter(isUnknown), repeated: [] as string[], isOwn };
}

export function isComplete({ fields }: Columns): boolean {
  return ['title', 'start_date'].every((wanted) => fields.some((column) => column?.field === wanted));
}

/** The name of a column in the cells of a row: its field, or `title@fr` if it has a language. */
export function columnKey({ field, language }: ColumnField): string {
  return language ? `${field}@${language}` : field;
}

const TIME_FIELDS: Readonly<Record<string, string>> = { start_date: 'start_time', end_date: 'end_time' };

/**
 * Settles columns of one field: Outlook gives a date and its time the same name in French. Others are read together
 * where they never say different things in a row; else only the first one is read, and `repeated` names the others.
 */
export function withoutRepeats(columns: Columns, rows: readonly (readonly string[])[]): Columns {
  const fields = [...columns.fields];
  const repeated: string[] = [];
  const textsOf = (place: number) => rows.map((row) => row[place]?.trim() ?? '');
  const placeOf = (key: string) => fields.findIndex((column) => column && columnKey(column) === key);
  for (const [place, column] of fields.entries()) {
    const first = column ? placeOf(columnKey(column)) : place;
    if (!column || first === place) continue;
    const [texts, others] = [textsOf(place), textsOf(first)];
    const timeField = TIME_FIELDS[column.field];
    const areTimes = texts.some(Boolean) && texts.every((text) => text === '' || clockTime(text) !== undefined);
    if (timeField !== undefined && areTimes && placeOf(timeField) < 0) fields[place] = { field: timeField };
    else if (texts.some((text, row) => text !== '' && others[row] !== '' && text !== others[row])) {
      fields[place] = undefined;
      repeated.push(columns.header[place]!);
    }
  }
  return { ...columns, fields, repeated };
}

function fieldOf(key: string): ColumnField | undefined {
  const known = FIELDS.get(key);
  if (known !== undefined) return { field: known };
  const language = LANGUAGES.find((code) => key.endsWith(`_${code}`));
  const field = language && FIELDS.get(key.slice(0, -3));
  return field !== undefined && IN_LANGUAGES.includes(field) ? { field, language } : undefined;
}

function keyOf(name: string): string {
  return fold(name)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}
