import { Parameter } from '../../http/validation/field.js';
import { boolean } from '../../http/validation/parsers.js';
import { FieldsQuery } from '../records/reading/record.query.js';

/** The parameters of the return to a revision. */
export class RestoreQuery extends FieldsQuery {
  /** true: returns the record as it would be, and changes nothing. */
  @Parameter(boolean, { schema: { type: 'boolean', default: false } })
  dry_run?: boolean = false;
}

/** The parameters of the return to a revision of a record that may have other dates. */
export class RestoreDatesQuery extends RestoreQuery {
  /** true: also restores the rule of a series and its exceptions, so that dates may come and go. */
  @Parameter(boolean, { schema: { type: 'boolean', default: false } })
  dates?: boolean = false;
}
