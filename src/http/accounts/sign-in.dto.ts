import { ApiProperty } from '@nestjs/swagger';
import { type Language } from '../../lib/i18n/language.js';
import { messages } from '../../lib/i18n/messages.js';
import { LanguageBodyDto } from '../language/language-body.dto.js';
import { Flag, PlainText } from '../validation/body-fields.js';
import { Field } from '../validation/field.js';
import { AccountDto } from './account.dto.js';
import { MAX_PASSWORD, MIN_PASSWORD, parseAddress, parsePassword } from './passwords.js';

const email = { type: 'string' as const, format: 'email', maxLength: 254, example: 'marie@example.org' };

/** `email` and `password`; `invitation` and `password`, which sets the password; or `code` and `verifier`. */
export class SignInDto extends LanguageBodyDto {
  /** Your address. With an invitation: only if the account has none yet; it becomes the address of the account. */
  @Field(parseAddress, { whenEmpty: 'kept', schema: email })
  email?: string;

  /** Your password; with an invitation the new one, of 12 to 200 characters. */
  @Field(parsePassword, { whenEmpty: 'kept', schema: { type: 'string', format: 'password', maxLength: MAX_PASSWORD } })
  password?: string;

  /** true: the key lasts for 30 days, and ends after 14 days without use; else it lasts for 12 hours. */
  @Flag({ whenEmpty: 'kept' })
  stay?: boolean;

  /** The token of an invitation, or of a link for a new password: what follows `=` in its address. */
  @PlainText({ whenEmpty: 'kept', example: 'hQ3vT0' })
  invitation?: string;

  /** The code that follows `#sign-in=` after a sign-in at the organization's service. It works once, for a minute. */
  @PlainText({ whenEmpty: 'kept', example: 'b8Jq2R' })
  code?: string;

  /** The text whose SHA-256 was the `challenge` of that sign-in. */
  @PlainText({ whenEmpty: 'kept', example: 'dBjftJeZ4CVP' })
  verifier?: string;

  /** Only with an invitation: another name for the account. */
  @PlainText({ whenEmpty: 'kept', example: 'Marie Tremblay' })
  name?: string;
}

/** A sign-in. */
export class SignedInDto {
  /** A key of the account, for `Authorization: Bearer`. Only this response has it. */
  @ApiProperty({ example: 'cal_x7k2m9q4w1zt_…' })
  key!: string;

  /** When the key ends, in UTC, unless you sign out before, or do not use it for long. */
  @ApiProperty({ example: '2026-10-03 00:30:00' })
  expires_utc!: string;

  /** Your account. */
  @ApiProperty({ type: AccountDto })
  account!: AccountDto;
}

/** A link that was opened. */
export class ReadLinkDto extends LanguageBodyDto {
  /** The token of an invitation, or of a link for a new password: what follows `=` in its address. */
  @PlainText({ required: true, example: 'hQ3vT0' })
  invitation!: string;
}

/** The ways to use an invitation or a link for a new password, and what ends if the organization's service is used. */
export class OpenedLinkDto {
  /** Name of the account. */
  @ApiProperty({ example: 'Marie Tremblay' })
  name!: string;

  /** Whether it sets a password. False for an account whose role comes from the organization. */
  @ApiProperty()
  password!: boolean;

  /** Whether `email` is needed with the password, since the account has no address. */
  @ApiProperty()
  email!: boolean;

  /** Whether it can be accepted at the organization's service. */
  @ApiProperty()
  organization!: boolean;

  /** Whether a password of the account ends if it is accepted there. */
  @ApiProperty()
  ends_password!: boolean;

  /** Number of keys of programs that end if it is accepted there. */
  @ApiProperty({ type: 'integer', example: 0 })
  ends_keys!: number;
}

/** The ways to sign in. */
export class WaysToSignInDto {
  /** Whether people sign in with an address and a password. */
  @ApiProperty()
  password!: boolean;

  /** Whether a forgotten password can be replaced by mail. */
  @ApiProperty()
  forgotten!: boolean;

  /** Name of the organization's service, for the button that leads to `/admin/oidc`; null without one. */
  @ApiProperty({ type: 'string', nullable: true, example: 'Town of Deux-Rives' })
  organization!: string | null;

  /** Whether the service sends mail. */
  @ApiProperty()
  mail!: boolean;

  /** Whom to ask for help with signing in; null if nobody is named. */
  @ApiProperty({ type: 'string', nullable: true, example: 'web@example.org' })
  contact!: string | null;
}

/** A new password. */
export class ChangePasswordDto extends LanguageBodyDto {
  /** The current password. */
  @Field(parsePassword, { required: true, schema: { type: 'string', format: 'password' } })
  current!: string;

  /** The new password: 12 to 200 characters, not your name or address, and not a common one. */
  @Field(parsePassword, {
    required: true,
    schema: { type: 'string', format: 'password', minLength: MIN_PASSWORD, maxLength: MAX_PASSWORD },
  })
  password!: string;

  /** true: also deletes your keys that were not made by signing in. */
  @Flag()
  keys?: boolean;
}

/** A request for a link that sets a new password. */
export class ForgottenPasswordDto extends LanguageBodyDto {
  /** Your address. */
  @Field(parseAddress, { required: true, schema: email })
  email!: string;
}

/** The response to a request for a link, the same whether or not there is an account. */
export class LinkRequestedDto {
  /** The next step, for people. */
  @ApiProperty({
    example: 'If there is an account with this address, a link is on its way to it. It works for an hour.',
  })
  message!: string;

  static in(language: Language): LinkRequestedDto {
    return { message: messages[language].linkRequested };
  }
}
