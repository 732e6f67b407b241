import { ApiProperty } from '@nestjs/swagger';

/** An account by its name. */
export class AccountNameDto {
  /** Id of the account. */
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  /** Name of the account. */
  @ApiProperty({ example: 'website' })
  name!: string;
}
