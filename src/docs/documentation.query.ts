import { Parameter } from '../common/fields/field.js';
import { LanguageQuery } from '../common/listing/list.query.js';
import { NAMESPACE } from '../common/site/links.js';
import { line } from '../common/values/text.js';

/** What the index of the namespace accepts. */
export class IndexQuery extends LanguageQuery {
  /** The namespace; there is one. */
  @Parameter(line(), { emptyIsAbsent: true, schema: { type: 'string', default: NAMESPACE } })
  namespace?: string = NAMESPACE;

  /** Accepted, and without effect. */
  @Parameter(line(), { emptyIsAbsent: true, schema: { type: 'string', default: 'view' } })
  context?: string = 'view';
}
