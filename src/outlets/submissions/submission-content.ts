import { createHash } from 'node:crypto';
import { FieldErrors } from '../../lib/errors/field-error.js';
import { type Language } from '../../lib/i18n/language.js';
import { type SubmissionDto, type SubmissionTextsDto } from './submission.dto.js';

/** Addresses of pages that the texts may have together: advertising has more. */
const MAX_LINKS = 3;

const LINK = /(?:https?:\/\/|\bwww\.)[^\s"'<>]+/gi;

/** The texts in which people may write what they like. */
const TEXTS = ['title', 'description', 'image_alt'] as const satisfies (keyof SubmissionTextsDto)[];
const OTHER_TEXTS = [
  'address',
  'city',
  'organizer',
  'cost',
  'note',
  'contact_name',
] as const satisfies (keyof SubmissionDto)[];

/** The fields that an event is made of. Who sends it is none of them. */
const CONTENT = [
  ...['title', 'description', 'start_date', 'end_date', 'all_day', 'venue', 'address', 'city', 'organizer'],
  ...['cost', 'website', 'categories', 'translations'],
];

/** @throws {InvalidParameters} if the texts name too many pages */
export function assertFewLinks(submission: SubmissionDto): void {
  const texts: [field: string, text: unknown][] = [
    ...[...TEXTS, ...OTHER_TEXTS].map((field): [string, unknown] => [field, submission[field]]),
    ['venue', submission.venue && 'name' in submission.venue ? submission.venue.name : undefined],
    ...Object.entries(submission.translations ?? {}).flatMap(([language, own]) =>
      TEXTS.map((field): [string, unknown] => [`translations.${language}.${field}`, own?.[field]]),
    ),
  ];
  const errors = new FieldErrors();
  const links = new Set<string>();
  for (const [field, text] of texts) {
    if (typeof text !== 'string') continue;
    for (const [link] of text.matchAll(LINK)) links.add(link.toLowerCase().replace(/^https?:\/\//, ''));
    if (links.size > MAX_LINKS) {
      errors.add(field, (messages) => messages.tooManyLinks(MAX_LINKS));
      break;
    }
  }
  errors.throwIfAny();
}

/** @throws {InvalidParameters} if a text describes a picture that was not sent */
export function assertPictureOfAlt({ image_alt, translations }: SubmissionDto, hasFile: boolean): void {
  if (hasFile) return;
  const errors = new FieldErrors();
  if (image_alt) errors.add('image_alt', (messages) => messages.altWithoutFile);
  for (const [language, texts] of Object.entries(translations ?? {}))
    if (texts?.image_alt) errors.add(`translations.${language}.image_alt`, (messages) => messages.altWithoutFile);
  errors.throwIfAny();
}

/** A digest of what was sent about the event, before it was read, so that the same texts have the same one. */
export function contentHash(raw: object, language: Language): string {
  const content = CONTENT.map((field) => asText(Reflect.get(raw, field)));
  return createHash('sha256')
    .update(JSON.stringify([language, content]))
    .digest('hex');
}

/** Forms send every field, and texts for all types; programs leave out what is empty. */
function asText(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim();
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => [name, asText(member)] as const);
  return members.sort(([one], [other]) => (one < other ? -1 : 1));
}
