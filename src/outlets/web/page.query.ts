import { LanguageQuery } from '../../http/language/language.query.js';

/** Query parameters of the pages of records. */
export class PageQuery extends LanguageQuery {}
