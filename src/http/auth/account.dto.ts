import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type Caller, type Role, ROLES } from '../role.js';

/** An account by its name. */
export class AccountNameDto {
  /** Id of the account. */
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  /** Name of the account. */
  @ApiProperty({ example: 'website' })
  name!: string;
}

/** An account: the owner of keys, and the author of records. */
export class AccountDto {
  /** Id of the account; records name their author by it. */
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  /** Name of the account. */
  @ApiProperty({ example: 'website' })
  name!: string;

  /** Role of the account. */
  @ApiProperty({ enum: ROLES })
  role!: Role;

  /** The types of records that the key of the request may write; absent if its account alone decides. */
  @ApiPropertyOptional({ type: [String], example: ['events', 'tags'] })
  writes?: readonly string[];

  static of({ id, name, role, writes }: NonNullable<Caller>): AccountDto {
    return { id, name, role, ...(writes && { writes }) };
  }
}
