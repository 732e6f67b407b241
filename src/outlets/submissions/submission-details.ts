import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { EVENT } from '../../calendar/events/event.names.js';
import { type EventSubmissionDto } from '../../calendar/events/event-parts.dto.js';
import { type Status } from '../../calendar/records/visibility/access.js';
import { RecordDetails, type RecordDetail } from '../../calendar/resource/record-details.js';
import { tableOf } from '../../database/sql/table.js';
import { truncateToSeconds, utcText } from '../../lib/datetime/moment.js';
import { Submission } from './submission.entity.js';

/** The statuses of an event about which nothing is decided yet. */
export const UNDECIDED: readonly Status[] = ['pending', 'draft'];

/** Shows editors who has sent an event, and notes when it was decided. */
@Injectable()
export class SubmissionDetails implements RecordDetail, OnModuleInit {
  readonly field = 'submission';

  constructor(private readonly details: RecordDetails) {}

  onModuleInit(): void {
    this.details.register(EVENT, this);
  }

  async load(manager: EntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, EventSubmissionDto>> {
    const rows = await tableOf(manager, Submission).select(manager, { eventId: ids });
    return new Map(rows.map((row) => [row.eventId, present(row)]));
  }

  async followStatus(manager: EntityManager, eventId: number, status: Status): Promise<void> {
    const table = tableOf(manager, Submission);
    const [submission] = await table.select(manager, { eventId });
    // What happens to an event after the decision does not keep its sender for longer.
    const decidedAt = UNDECIDED.includes(status) ? null : (submission?.decidedAt ?? truncateToSeconds(new Date()));
    if (submission) await table.update(manager, { eventId }, { decidedAt });
  }
}

function present({ reference, contactName, contactEmail, note, receivedAt, language }: Submission): EventSubmissionDto {
  return {
    ...{ reference, contact_name: contactName, contact_email: contactEmail },
    ...{ note, received_utc: utcText(receivedAt), language },
  };
}
