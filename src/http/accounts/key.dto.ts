import { ApiProperty } from '@nestjs/swagger';
import { type DateTimeInput } from '../../lib/datetime/date-time-input.js';
import { utcText } from '../../lib/datetime/moment.js';
import { endOf } from '../auth/key-lifetime.js';
import { LanguageBodyDto } from '../language/language-body.dto.js';
import { type CallerKey } from '../role.js';
import { DateTimeField, PlainText } from '../validation/body-fields.js';
import { Field } from '../validation/field.js';
import { parseTextList } from '../validation/parsers.js';
import { parsePassword } from './passwords.js';

const KINDS: readonly CallerKey['kind'][] = ['key', 'sign-in'];

/** A key of an account, without its secret. */
export class KeyDto {
  /** Id of the key, which is also the second part of the key. */
  @ApiProperty({ example: 'x7k2m9q4w1zt' })
  id!: string;

  /** Name of the key; null if it has none. */
  @ApiProperty({ type: 'string', nullable: true, example: 'website' })
  name!: string | null;

  /** `sign-in`: signing in has made it, for a time; `key`: it was made for a program. */
  @ApiProperty({ enum: KINDS })
  kind!: CallerKey['kind'];

  /** Whether it is the key of this request. */
  @ApiProperty()
  current!: boolean;

  /** `read`, or the types of records that it may write; null if its account alone decides. */
  @ApiProperty({ type: 'string', nullable: true, example: 'events,tags' })
  scope!: string | null;

  /** Addresses and networks that it may be used from; null if from anywhere. */
  @ApiProperty({ type: 'string', nullable: true, example: '192.0.2.7,2001:db8::/32' })
  addresses!: string | null;

  /** Date of the creation in UTC. */
  @ApiProperty({ example: '2026-10-02 12:30:00' })
  created_utc!: string;

  /** When it was last used, in UTC, to the hour; null if it never was. */
  @ApiProperty({ type: 'string', nullable: true, example: '2026-10-02 14:00:00' })
  last_used_utc!: string | null;

  /** When it ends, in UTC; of a sign-in that ends without use, it moves with each use. null if it does not end. */
  @ApiProperty({ type: 'string', nullable: true, example: null })
  expires_utc!: string | null;

  /** @param current the key of the request */
  static of(key: CallerKey, current: CallerKey | undefined): KeyDto {
    const { id, name, kind, scope, addresses, createdAt, lastUsedAt } = key;
    const end = endOf(key);
    return {
      ...{ id, name, kind, current: id === current?.id, scope, addresses },
      created_utc: utcText(createdAt),
      last_used_utc: lastUsedAt && utcText(lastUsedAt),
      expires_utc: end === Infinity ? null : utcText(new Date(end)),
    };
  }
}

/** A new key. Only this response has it: the service stores a hash. */
export class NewKeyDto extends KeyDto {
  /** The key, for `Authorization: Bearer`. */
  @ApiProperty({ example: 'cal_x7k2m9q4w1zt_…' })
  key!: string;
}

/** The keys of an account that work. */
export class KeyListDto {
  /** The keys, the oldest first. */
  @ApiProperty({ type: [KeyDto] })
  keys!: KeyDto[];

  /** Address of this list. */
  @ApiProperty({ format: 'uri' })
  rest_url!: string;
}

/** A new key of an account. */
export class CreateKeyDto extends LanguageBodyDto {
  /** Name of the key, to tell the keys of an account apart. */
  @PlainText({ required: true, example: 'website' })
  name!: string;

  /** `read`, or the types of records that it may write, separated by commas. Without it, the role decides. */
  @Field(parseTextList, { schema: { type: 'string', example: 'events,tags' } })
  scope?: string[] | null;

  /** Addresses and networks that it may be used from, separated by commas. Without it, from anywhere. */
  @Field(parseTextList, { schema: { type: 'string', example: '192.0.2.7,2001:db8::/32' } })
  addresses?: string[] | null;

  /** When it ends, as a date and time in the zone of the site, or relative: `+90 days`. */
  @DateTimeField({ example: '+90 days' })
  expires?: DateTimeInput | null;
}

/** A new key of the own account. */
export class CreateOwnKeyDto extends CreateKeyDto {
  /** Your password; needed unless you signed in within the last ten minutes. */
  @Field(parsePassword, { schema: { type: 'string', format: 'password' } })
  current?: string | null;

  /** When it ends: at the latest in a year, which is the default, and not after the key that makes it. */
  @DateTimeField({ example: '+90 days' })
  declare expires?: DateTimeInput | null;
}
