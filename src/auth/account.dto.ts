import { ApiProperty } from '@nestjs/swagger';
import { type Caller, type Role, ROLES } from '../http/context/role.js';

/** An account: somebody who writes. */
export class AccountDto {
  /** Id of the account; the author of a record is named by it. */
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  /** Name of the account. */
  @ApiProperty({ example: 'website' })
  name!: string;

  /** What the account may do. */
  @ApiProperty({ enum: ROLES })
  role!: Role;

  static of({ id, name, role }: NonNullable<Caller>): AccountDto {
    return { id, name, role };
  }
}
