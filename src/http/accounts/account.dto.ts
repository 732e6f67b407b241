import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { utcText } from '../../lib/datetime/moment.js';
import { type Language, LANGUAGES } from '../../lib/i18n/language.js';
import { type Account } from '../auth/account.entity.js';
import { canUsePassword, type RoleSettings } from '../auth/mapped-role.js';
import { LanguageBodyDto } from '../language/language-body.dto.js';
import { PagingDto } from '../response/paging.dto.js';
import { type Caller, type Role, ROLES } from '../role.js';
import { Flag, PlainText } from '../validation/body-fields.js';
import { type OwnReadOnly } from '../validation/dto-class.js';
import { Field, ReadOnly } from '../validation/field.js';
import { oneOf, parseWordList } from '../validation/parsers.js';
import { parseAddress } from './passwords.js';

/** The ways to sign in to an account. */
const WAYS = ['password', 'organization'] as const;
export type WayToSignIn = (typeof WAYS)[number];

const language = { type: 'string' as const, enum: [...LANGUAGES, null] };
const email = { type: 'string' as const, format: 'email', maxLength: 254, example: 'marie@example.org' };
const ways = {
  type: 'array' as const,
  items: { type: 'string', enum: [...WAYS] },
  example: ['password'],
};

/** The occasions on which people can get mail. */
const NOTICES = ['pending'] as const;
export type Notice = (typeof NOTICES)[number];

const notices = { type: 'array' as const, items: { type: 'string', enum: [...NOTICES] }, example: ['pending'] };

/** The account of the request. */
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

  /** Address to sign in with; null if there is none. */
  @ApiProperty({ ...email, nullable: true })
  email!: string | null;

  /** Language of messages to you; null if it was never chosen. */
  @ApiProperty({ ...language, nullable: true })
  language!: Language | null;

  /** Your ways to sign in; empty if you only have keys. */
  @ApiProperty(ways)
  sign_in!: WayToSignIn[];

  /** Notices by mail: `pending` tells what waits for your approval, in one message for a quarter of an hour. */
  @ApiProperty(notices)
  notify!: Notice[];

  /** The types of records that the key of the request may write; absent if its account alone decides. */
  @ApiPropertyOptional({ type: [String], example: ['events', 'tags'] })
  writes?: readonly string[];

  /** Number of your drafts that came back from a review with a note, of all kinds; a series counts once. Only in `/me`. */
  @ApiPropertyOptional({ type: 'integer', example: 1 })
  returned?: number;

  /** @param account with its password hash */
  static of(
    account: Account,
    settings: RoleSettings,
    { writes, returned }: { readonly writes?: NonNullable<Caller>['writes']; readonly returned?: number } = {},
  ): AccountDto {
    const { id, name, role, email, language } = account;
    return {
      id,
      name,
      role,
      email,
      language,
      sign_in: waysOf(account, settings),
      notify: noticesOf(account),
      ...(writes && { writes }),
      ...(returned !== undefined && { returned }),
    };
  }
}

/** An account, as administrators see it. */
export class ManagedAccountDto {
  /** Id of the account; records name their author by it. */
  @ApiProperty({ type: 'integer', example: 7 })
  id!: number;

  /** Name of the account. */
  @ApiProperty({ example: 'Marie Tremblay' })
  name!: string;

  /** Address to sign in with; null if there is none. */
  @ApiProperty({ ...email, nullable: true })
  email!: string | null;

  /** Language of messages to the person; null if it was never chosen. */
  @ApiProperty({ ...language, nullable: true })
  language!: Language | null;

  /** Role of the account. */
  @ApiProperty({ enum: ROLES })
  role!: Role;

  /** Whether it is disabled: nobody can sign in to it, and its keys are refused. */
  @ApiProperty()
  disabled!: boolean;

  /** Only if it is true: the account belongs to a part of the service, such as imports. Nobody can sign in to it. */
  @ApiPropertyOptional({ example: true })
  service?: boolean;

  /** Date of the creation in UTC. */
  @ApiProperty({ example: '2026-10-02 12:30:00' })
  created_utc!: string;

  /** When one of its keys was last used, in UTC, to the hour; null if none was. */
  @ApiProperty({ type: 'string', nullable: true, example: '2026-10-02 14:00:00' })
  last_used_utc!: string | null;

  /** The ways to sign in to it; empty if it only has keys. */
  @ApiProperty(ways)
  sign_in!: WayToSignIn[];

  /** Until when its invitation is valid, in UTC; null without one. */
  @ApiProperty({ type: 'string', nullable: true, example: null })
  invited_until!: string | null;

  /** Address of the account. */
  @ApiProperty({ format: 'uri' })
  rest_url!: string;

  /** @param account with its password hash */
  static of(
    account: Account,
    settings: RoleSettings,
    more: { readonly lastUsedAt: Date | null; readonly invitedUntil: Date | null; readonly rest_url: string },
  ): ManagedAccountDto {
    const { id, name, email, language, role, disabledAt, isService, createdAt } = account;
    const { lastUsedAt, invitedUntil, rest_url } = more;
    return {
      ...{ id, name, email, language, role, disabled: disabledAt !== null },
      ...(isService && { service: true }),
      created_utc: utcText(createdAt),
      last_used_utc: lastUsedAt && utcText(lastUsedAt),
      sign_in: waysOf(account, settings),
      invited_until: invitedUntil && utcText(invitedUntil),
      rest_url,
    };
  }
}

function waysOf(account: Account, settings: RoleSettings): WayToSignIn[] {
  return [
    ...(canUsePassword(account, settings) ? ['password' as const] : []),
    ...(account.identityHash === null ? [] : ['organization' as const]),
  ];
}

function noticesOf({ notices }: Account): Notice[] {
  return NOTICES.filter((notice) => notices.split(',').includes(notice));
}

/** A page of accounts. */
export class AccountListDto extends PagingDto {
  /** The accounts, by name. */
  @ApiProperty({ type: [ManagedAccountDto] })
  accounts!: ManagedAccountDto[];
}

/** Fields that responses have and bodies may repeat; they are ignored. */
const READ_ONLY = {
  ...{ id: true, service: true, created_utc: true, last_used_utc: true },
  ...{ sign_in: true, invited_until: true, rest_url: true },
} satisfies OwnReadOnly<ManagedAccountDto, UpdateAccountDto, object>;

/** The fields that bodies of accounts share. */
export class AccountBodyDto extends LanguageBodyDto {
  /** Address to sign in with, kept in lower case; no other account may have it. */
  @Field(parseAddress, { schema: email })
  email?: string | null;

  /** Language of messages to the person. */
  @Field(oneOf(LANGUAGES), { schema: language })
  language?: Language | null;
}

/** A change of an account: fields that are not sent keep their values. */
@ReadOnly(READ_ONLY)
export class UpdateAccountDto extends AccountBodyDto {
  /** Name of the account; no other one may have it, also with other capitals or accents. */
  @PlainText({ whenEmpty: 'refused', example: 'Marie Tremblay' })
  name?: string;

  /** Role of the account. Its keys have the rights of a new role within a second. */
  @Field(oneOf(ROLES), { whenEmpty: 'refused', schema: { type: 'string', enum: [...ROLES] } })
  role?: Role;

  /** true: signs the person out everywhere, ends an invitation, and refuses all keys of the account. */
  @Flag({ whenEmpty: 'kept' })
  disabled?: boolean;
}

/** A new account. It has no password: send it an invitation, or make keys for it. */
@ReadOnly({ ...READ_ONLY, disabled: true })
export class CreateAccountDto extends AccountBodyDto {
  /** Name of the account; no other one may have it, also with other capitals or accents. */
  @PlainText({ required: true, example: 'Marie Tremblay' })
  name!: string;

  /** Role of the account. */
  @Field(oneOf(ROLES), { required: true, schema: { type: 'string', enum: [...ROLES] } })
  role!: Role;
}

/** A change of the own account: fields that are not sent keep their values. */
@ReadOnly({ id: true, role: true, email: true, sign_in: true, writes: true, returned: true } satisfies OwnReadOnly<
  AccountDto,
  UpdateMeDto,
  object
>)
export class UpdateMeDto extends LanguageBodyDto {
  /** Name of the account; no other one may have it, also with other capitals or accents. */
  @PlainText({ whenEmpty: 'refused', example: 'Marie Tremblay' })
  name?: string;

  /** Language of messages to you. */
  @Field(oneOf(LANGUAGES), { schema: language })
  language?: Language | null;

  /** The occasions on which you get mail; only for editors and administrators. With an empty list, you get none. */
  @Field(parseWordList(NOTICES), { whenEmpty: 'kept', schema: notices })
  notify?: Notice[];
}

/** An invitation. */
export class InvitationDto {
  /** Address that opens the form for the password, with a token that is valid once. Only this response has it. */
  @ApiProperty({ format: 'uri', example: 'https://www.example.org/admin/#invitation=hQ3vT0' })
  url!: string;

  /** Until when it is valid, in UTC. */
  @ApiProperty({ example: '2026-10-09 12:30:00' })
  expires_utc!: string;

  /** `queued`: it is mailed as well; `off`: the service sends no mail, or the account has no address, so pass the link on yourself. */
  @ApiProperty({ enum: ['queued', 'off'] })
  mail!: 'queued' | 'off';
}
