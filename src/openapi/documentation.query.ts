import { Parameter } from '../validation/field.js';
import { LanguageQuery } from '../language/language.query.js';
import { NAMESPACE } from '../site/links.js';
import { plainText } from '../validation/parsers.js';

/** Query parameters of the index of the namespace. */
export class IndexQuery extends LanguageQuery {
  /** The namespace; there is one. */
  @Parameter(plainText(), { emptyIsAbsent: true, schema: { type: 'string', default: NAMESPACE } })
  namespace?: string = NAMESPACE;

  /** Accepted for compatibility; has no effect. */
  @Parameter(plainText(), { emptyIsAbsent: true, schema: { type: 'string', default: 'view' } })
  context?: string = 'view';
}
