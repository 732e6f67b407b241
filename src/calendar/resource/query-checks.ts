import { Injectable } from '@nestjs/common';
import { type FieldsQuery, type QueryScope } from '../records/reading/record.query.js';
import { ResponseFields } from '../records/reading/response-fields.js';
import { type FieldErrors } from '../../lib/errors/field-error.js';
import { Site } from '../../http/urls/site.js';
import { type QueryRules } from '../../http/validation/request-validation.pipe.js';

/** Applies the rules that query classes define in a static method `check`. */
@Injectable()
export class QueryChecks implements QueryRules, QueryScope {
  constructor(
    readonly site: Site,
    readonly responses: ResponseFields,
  ) {}

  check(query: object, errors: FieldErrors): void {
    const Query = query.constructor as Partial<typeof FieldsQuery>;
    Query.check?.(query, this, errors);
  }
}
