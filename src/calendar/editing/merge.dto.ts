import { LanguageBodyDto } from '../../http/language/language-body.dto.js';
import { Id } from '../../http/validation/body-fields.js';

/** The record that another one becomes part of. */
export class MergeDto extends LanguageBodyDto {
  /** Id of the record that stays. */
  @Id({ required: true })
  into!: number;
}
