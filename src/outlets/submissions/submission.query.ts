import { LanguageQuery } from '../../http/language/language.query.js';
import { Parameter } from '../../http/validation/field.js';
import { plainText } from '../../http/validation/parsers.js';

/** The largest number of characters of a token. */
const MAX_TOKEN_LENGTH = 100;

/** The parameters of a submission. */
export class SubmissionQuery extends LanguageQuery {
  /** A token of `GET /submissions/token`, between 3 seconds and 24 hours old. */
  @Parameter(plainText(MAX_TOKEN_LENGTH), { required: true, schema: { type: 'string', maxLength: MAX_TOKEN_LENGTH } })
  token!: string;
}
