import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { utcText } from '../../lib/datetime/moment.js';
import { FieldError, type Parser } from '../../lib/errors/field-error.js';
import { LanguageBodyDto } from '../../http/language/language-body.dto.js';
import { Flag, PlainText, Url } from '../../http/validation/body-fields.js';
import { type OwnReadOnly } from '../../http/validation/dto-class.js';
import { Field, ReadOnly } from '../../http/validation/field.js';
import { parseWordList } from '../../http/validation/parsers.js';
import { type Webhook } from './webhook.entity.js';
import { EVERYTHING, MESSAGE_TYPES } from './webhook.names.js';

const WANTED = [EVERYTHING, ...MESSAGE_TYPES];

/** At least one type of messages. */
const parseTypes: Parser<string[]> = (raw) => {
  const types = parseWordList(WANTED)(raw);
  return types instanceof FieldError || types.length > 0 ? types : new FieldError((messages) => messages.oneOf(WANTED));
};

const types = { type: 'array' as const, items: { type: 'string', enum: WANTED } };
const example = ['event.published', 'event.updated'];

/** The fields that bodies of webhooks share. */
export class WebhookBodyDto extends LanguageBodyDto {
  /** Whether messages are sent. Switching a webhook on again resets its failures. */
  @Flag({ whenEmpty: 'kept' })
  active?: boolean;

  /** A note for administrators about the purpose of the webhook. */
  @PlainText({ example: 'Search index' })
  description?: string | null;
}

/** Fields that responses have and bodies may repeat; they are ignored. */
const READ_ONLY = {
  id: true,
  secret: true,
  created_utc: true,
  failing_since_utc: true,
  switched_off_utc: true,
  rest_url: true,
} satisfies OwnReadOnly<WebhookDto, UpdateWebhookDto, object>;

/** A change of a webhook: fields that are not sent keep their values. */
@ReadOnly(READ_ONLY)
export class UpdateWebhookDto extends WebhookBodyDto {
  /** Address that messages are sent to: `https`, and not in a private network. */
  @Url({ whenEmpty: 'refused', example: 'https://search.example.org/hooks/calendar' })
  url?: string;

  /** Types of messages, or `*` for all. */
  @Field(parseTypes, { whenEmpty: 'refused', schema: { ...types, example } as object })
  events?: string[];

  /** true: the response has a new `secret`. Messages are signed with the old one as well for 24 hours. */
  @Flag({ whenEmpty: 'kept' })
  rotate_secret?: boolean;
}

/** A new webhook. */
@ReadOnly(READ_ONLY)
export class CreateWebhookDto extends WebhookBodyDto {
  /** Address that messages are sent to: `https`, and not in a private network. */
  @Url({ required: true, example: 'https://search.example.org/hooks/calendar' })
  url!: string;

  /** Types of messages, or `*` for all. */
  @Field(parseTypes, { required: true, schema: { ...types, example } as object })
  events!: string[];
}

/** A webhook. */
export class WebhookDto {
  /** Id of the webhook. */
  @ApiProperty({ type: 'integer', example: 3 })
  id!: number;

  /** Address that messages are sent to. */
  @ApiProperty({ format: 'uri', example: 'https://search.example.org/hooks/calendar' })
  url!: string;

  /** Types of messages, or `*` for all. */
  @ApiProperty({ ...types, example })
  events!: string[];

  /** Whether messages are sent. */
  @ApiProperty()
  active!: boolean;

  /** Purpose of the webhook, for administrators. */
  @ApiProperty({ type: 'string', nullable: true, example: 'Search index' })
  description!: string | null;

  /** Only after the creation and after `rotate_secret`: the secret that messages are signed with (Standard Webhooks). */
  @ApiPropertyOptional({ example: 'whsec_…' })
  secret?: string;

  /** Date of the creation in UTC. */
  @ApiProperty({ example: '2026-10-02 12:30:00' })
  created_utc!: string;

  /** Since when every delivery has failed, in UTC; null after a success. */
  @ApiProperty({ type: 'string', nullable: true, example: null })
  failing_since_utc!: string | null;

  /** When the service switched it off, since every delivery had failed for five days; null otherwise. */
  @ApiProperty({ type: 'string', nullable: true, example: null })
  switched_off_utc!: string | null;

  /** Address of the webhook. */
  @ApiProperty({ format: 'uri' })
  rest_url!: string;

  static of(webhook: Webhook, rest_url: string): WebhookDto {
    const { id, url, events, isActive: active, description, createdAt, failingSince, switchedOffAt } = webhook;
    return {
      id,
      url,
      events: events.split(','),
      active,
      description,
      created_utc: utcText(createdAt),
      failing_since_utc: failingSince && utcText(failingSince),
      switched_off_utc: switchedOffAt && utcText(switchedOffAt),
      rest_url,
    };
  }
}

/** All webhooks. */
export class WebhooksDto {
  /** The webhooks, the oldest first. */
  @ApiProperty({ type: [WebhookDto] })
  webhooks!: WebhookDto[];

  /** Address of this list. */
  @ApiProperty({ format: 'uri' })
  rest_url!: string;
}
