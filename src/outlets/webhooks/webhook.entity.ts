import { Column, Entity, PrimaryGeneratedColumn, Index } from 'typeorm';

/** An address that receives messages about changes. */
@Entity('webhooks')
export class Webhook {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  @Column('varchar', { length: 2048 })
  url!: string;

  /** Types of messages separated by commas, or `*`. */
  @Column('varchar', { length: 1024 })
  events!: string;

  @Column('boolean')
  isActive!: boolean;

  @Column('varchar', { length: 255, nullable: true })
  description!: string | null;

  /** `whsec_…`. Stored unencrypted, since every delivery is signed with it. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  secret!: string;

  /** Secrets before rotations, separated by commas: each is valid until the milliseconds since 1970 before its colon. */
  @Column({ type: 'varchar', length: 1024, charset: 'ascii', collation: 'ascii_bin' })
  formerSecrets!: string;

  /** Since when every delivery has failed; null after a success. */
  @Column('datetime', { nullable: true })
  failingSince!: Date | null;

  /** When the service switched it off, since its deliveries had failed for days. */
  @Column('datetime', { nullable: true })
  switchedOffAt!: Date | null;

  @Column('datetime')
  createdAt!: Date;
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A message to one webhook: pending in the outbox, and a log entry afterwards. */
@Entity('webhook_deliveries')
@Index('IX_webhook_deliveries_due', ['webhookId', 'dueAt'])
@Index('IX_webhook_deliveries_list', ['webhookId', 'id'])
@Index('UQ_webhook_deliveries_message', ['messageId', 'webhookId'], { unique: true })
export class WebhookDelivery {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  @Column('int', { unsigned: true })
  webhookId!: number;

  /** The `webhook-id` header, the same in every attempt. */
  @Column({ type: 'varchar', length: 40, charset: 'ascii', collation: 'ascii_bin' })
  messageId!: string;

  /** The type, such as `event.published`. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  type!: string;

  /** The resource, as its route calls it: `events`. */
  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  kind!: string;

  @Column('int', { unsigned: true })
  recordId!: number;

  @Column('int', { unsigned: true, nullable: true })
  revision!: number | null;

  @Column('datetime')
  createdAt!: Date;

  /** When it must be sent; during an attempt, when another instance may take over. Null when it is finished. */
  @Column('datetime', { nullable: true })
  dueAt!: Date | null;

  /** The token of the last claim: each claim by an instance has a new one. */
  @Column({ type: 'varchar', length: 36, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  claim!: string | null;

  @Column('int', { unsigned: true, default: 0 })
  attempts!: number;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  status!: DeliveryStatus;

  @Column('datetime', { nullable: true })
  attemptedAt!: Date | null;

  /** Status of the last response; null if there was none. */
  @Column('int', { unsigned: true, nullable: true })
  responseStatus!: number | null;

  @Column('varchar', { length: 255, nullable: true })
  error!: string | null;
}
