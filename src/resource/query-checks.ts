import { Injectable } from '@nestjs/common';
import { type FieldsQuery, type QueryScope } from '../content/record.query.js';
import { ResponseFields } from '../content/response-fields.js';
import { type FieldErrors } from '../errors/field-error.js';
import { Site } from '../site/site.js';
import { type QueryRules } from '../validation/request-validation.pipe.js';

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
