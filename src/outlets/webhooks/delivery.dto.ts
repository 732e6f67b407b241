import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { utcText } from '../../lib/datetime/moment.js';
import { type Language } from '../../lib/i18n/language.js';
import { messages } from '../../lib/i18n/messages.js';
import { ERRORS } from './sender.js';
import { DELIVERY_STATUSES, type DeliveryStatus, type WebhookDelivery } from './webhook.entity.js';

/** A message to a webhook. */
export class DeliveryDto {
  /** Id of the delivery. */
  @ApiProperty({ type: 'integer', example: 250 })
  id!: number;

  /** The `webhook-id` header: the same in every attempt, to recognise repetitions. */
  @ApiProperty({ example: 'msg_6f1c0de45b0c4c0f9d7c2f0b8a3d1e55' })
  message_id!: string;

  /** Type of the message: the resource, and whether it was published, updated, unpublished or deleted. */
  @ApiProperty({ example: 'event.published' })
  type!: string;

  /** The resource, as its route calls it. */
  @ApiProperty({ example: 'events' })
  kind!: string;

  /** Id of the record. */
  @ApiProperty({ type: 'integer', example: 12 })
  record_id!: number;

  /** `pending`: to be sent, or sent again; `delivered`: a response with a status of 200 to 299 came; `failed`: given up. */
  @ApiProperty({ enum: DELIVERY_STATUSES })
  status!: DeliveryStatus;

  /** Attempts so far. */
  @ApiProperty({ type: 'integer', example: 1 })
  attempts!: number;

  /** Date of the write in UTC. */
  @ApiProperty({ example: '2026-10-02 12:30:00' })
  created_utc!: string;

  /** Date of the last attempt in UTC; null before the first one. */
  @ApiProperty({ type: 'string', nullable: true, example: '2026-10-02 12:30:01' })
  attempted_utc!: string | null;

  /** Date of the next attempt in UTC; null where there is none. */
  @ApiProperty({ type: 'string', nullable: true, example: null })
  next_attempt_utc!: string | null;

  /** Status of the last response; null where there was none. */
  @ApiProperty({ type: 'integer', nullable: true, example: 204 })
  response_status!: number | null;

  /** Why the last attempt failed; null where it did not. */
  @ApiProperty({ type: 'string', nullable: true, example: null })
  error!: string | null;

  /** @param isActive whether messages are sent to its webhook */
  static of(delivery: Omit<WebhookDelivery, 'webhookId'>, language: Language, isActive: boolean): DeliveryDto {
    const { id, messageId, type, kind, recordId, status, attempts, createdAt, attemptedAt, dueAt } = delivery;
    return {
      id,
      message_id: messageId,
      type,
      kind,
      record_id: recordId,
      status,
      attempts,
      created_utc: utcText(createdAt),
      attempted_utc: attemptedAt && utcText(attemptedAt),
      next_attempt_utc: dueAt && isActive ? utcText(dueAt) : null,
      response_status: delivery.responseStatus,
      error: delivery.error === null ? null : inWords(delivery.error, delivery.responseStatus, language),
    };
  }
}

function inWords(error: string, status: number | null, language: Language): string {
  const words = messages[language];
  if (error === ERRORS.timeout) return words.webhookTimeout;
  if (error === ERRORS.address) return words.webhookAddress;
  if (error === ERRORS.redirect) return words.webhookRedirect(status ?? 0);
  return error === ERRORS.status ? words.webhookStatus(status ?? 0) : words.webhookConnection(error);
}

/** Deliveries to a webhook in the last seven days. */
export class DeliveriesDto {
  /** The deliveries, the newest first. */
  @ApiProperty({ type: [DeliveryDto] })
  deliveries!: DeliveryDto[];

  /** Whether messages are sent to the webhook. */
  @ApiProperty()
  active!: boolean;

  /** When the service switched the webhook off, since every delivery had failed for five days; null otherwise. */
  @ApiProperty({ type: 'string', nullable: true, example: null })
  switched_off_utc!: string | null;

  /** Address of this page. */
  @ApiProperty({ format: 'uri' })
  rest_url!: string;

  /** Address of the next page; absent on the last. */
  @ApiPropertyOptional({ format: 'uri' })
  next_rest_url?: string;
}
