import { type CalendarRequest } from '../http/calendar-request.js';
import { isLanguage, type Language } from './language.js';

/**
 * The language of a request: `translation_language` in the body, then in the query, then the root's. A value that is no
 * language decides nothing here; the field's own check refuses it.
 */
export function languageOf(request: Pick<CalendarRequest, 'root' | 'query' | 'body'>): Language {
  const body: unknown = request.body;
  const inBody =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>).translation_language : undefined;
  return [inBody, request.query.translation_language, request.root].map(alone).find(isLanguage) ?? 'en';
}

/** A list of one is that one, as for every parameter. */
function alone(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
