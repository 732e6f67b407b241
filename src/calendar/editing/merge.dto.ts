import { Id } from '../../http/validation/body-fields.js';

/** The record that another one becomes part of. */
export class MergeDto {
  /** Id of the record that stays. */
  @Id({ required: true })
  into!: number;
}
