import { Parameter } from '../../http/validation/field.js';
import { LanguageQuery } from '../../http/language/language.query.js';
import { NAMESPACE } from '../../http/urls/urls.js';
import { plainText } from '../../http/validation/parsers.js';

/** Query parameters of the index of the namespace. */
export class IndexQuery extends LanguageQuery {
  /** The namespace; there is one. */
  @Parameter(plainText(), { emptyIsAbsent: true, schema: { type: 'string', default: NAMESPACE } })
  namespace?: string = NAMESPACE;

  /** Accepted for compatibility; has no effect. */
  @Parameter(plainText(), { emptyIsAbsent: true, schema: { type: 'string', default: 'view' } })
  context?: string = 'view';
}
