import { type CalendarRequest } from './calendar-request.js';
import { isLanguage, type Language } from '../../languages/language.js';

/**
 * The language of a request: `translation_language` in the body, then in the query, then the root's. A value that is no
 * language decides nothing here; the field's own check refuses it.
 */
export function languageOf(request: Pick<CalendarRequest, 'root' | 'query' | 'body'>): Language {
  return (
    [bodyOf(request).translation_language, request.query.translation_language, request.root]
      .map(alone)
      .find(isLanguage) ?? 'en'
  );
}

/** The fields of a body, none where there is none. */
export function bodyOf({ body }: Pick<CalendarRequest, 'body'>): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

/** A list of one is that one, as for every parameter. */
function alone(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
