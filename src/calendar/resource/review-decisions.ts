import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { type Caller } from '../../http/role.js';
import { type MailPurpose, Mail } from '../../http/mail/mail.entity.js';
import { MailQueue } from '../../http/mail/mail-queue.js';
import { MINUTE } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { isReviewed } from '../records/record/review.js';

/** Milliseconds before a decision is mailed: editors refuse what they have just returned, or change their minds. */
const DELAY = MINUTE;

const DECISIONS = ['published', 'returned', 'refused'] as const satisfies readonly MailPurpose[];
type Decision = (typeof DECISIONS)[number];

/** The columns of a record before a write that tell whether it is decided on. */
export interface StateBefore {
  readonly id: number;
  readonly status: string;
  readonly isReturned: boolean;
}

/** A write to a record that may have been decided on. */
interface ReviewedWrite {
  /** The resource, as its route calls it. */
  readonly kind: string;
  readonly before: readonly StateBefore[];
  readonly after: { readonly id: number };
  readonly caller: Caller;
  readonly body?: object | undefined;
}

/** Tells authors by mail that an editor has published, returned or refused what they had sent for approval. */
@Injectable()
export class ReviewDecisions {
  constructor(private readonly mail: MailQueue) {}

  /** The states of records before a write, which changes the objects. */
  statesOf(records: readonly { readonly id: number }[]): StateBefore[] {
    if (!this.mail.isOn) return [];
    return records.flatMap((record) =>
      isReviewed(record) ? { id: record.id, status: record.status, isReturned: record.reviewNote !== null } : [],
    );
  }

  /** Stores the message to the author, in place of one that was not sent yet. */
  async store(manager: EntityManager, { kind, before, after, caller, body = {} }: ReviewedWrite): Promise<void> {
    const former = before.find(({ id }) => id === after.id);
    if (!former || !isReviewed(after) || after.authorId === caller?.id) return;
    const purpose = decisionOf(former, after.status);
    if (!purpose) return;
    const { id: recordId, authorId: accountId } = after;
    await tableOf(manager, Mail).remove(manager, { kind, recordId, accountId, purpose: [...DECISIONS] });
    const dueAt = truncateToSeconds(new Date(Date.now() + DELAY));
    const note = purpose === 'published' ? noteIn(body) : null;
    await this.mail.add(manager, { purpose, accountId, kind, recordId, note, dueAt });
  }
}

function decisionOf({ status, isReturned }: StateBefore, after: string): Decision | undefined {
  const waited = status === 'pending';
  if (waited && (after === 'publish' || after === 'future')) return 'published';
  if (waited && after === 'draft') return 'returned';
  return after === 'trash' && (waited || (status === 'draft' && isReturned)) ? 'refused' : undefined;
}

/** The note with the publication of a record, which the record does not keep. */
function noteIn(body: object): string | null {
  const note: unknown = Reflect.get(body, 'review_note');
  return typeof note === 'string' && note !== '' ? note : null;
}
