import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A request with an Idempotency-Key, and its response once it is done. */
@Entity('idempotent_requests')
@Index('IX_idempotent_requests_started', ['startedAt'])
export class IdempotentRequest {
  /** Keys belong to the account that sent them. */
  @PrimaryColumn('int', { unsigned: true })
  accountId!: number;

  /** SHA-256 of the key, hexadecimal. */
  @PrimaryColumn('varchar', { length: 64 })
  keyHash!: string;

  /** SHA-256 of key, method, URL and body, hexadecimal. */
  @Column('varchar', { length: 64 })
  fingerprint!: string;

  /** Identifies the attempt that runs, or ran, the request. */
  @Column('varchar', { length: 36 })
  attempt!: string;

  @Column('datetime')
  startedAt!: Date;

  /** The response as JSON: `{answer, headers, revision}`; null while the request runs. */
  @Column('text', { nullable: true })
  answer!: string | null;
}
