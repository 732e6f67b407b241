import { LanguageQuery } from '../../http/language/language.query.js';
import { Parameter } from '../../http/validation/field.js';
import { plainText } from '../../http/validation/parsers.js';

/** The largest number of characters that a person types before choosing a suggestion. */
const MAX_LENGTH = 100;

/** The parameters of suggestions for a search that is being typed. */
export class SearchSuggestionsQuery extends LanguageQuery {
  /** The text that was typed so far: for each of its words, titles and names have a word that begins with it. With fewer than two letters the list is empty. */
  @Parameter(plainText(MAX_LENGTH), {
    emptyIsAbsent: true,
    schema: { type: 'string', maxLength: MAX_LENGTH, example: 'jaz' },
  })
  q?: string;
}
