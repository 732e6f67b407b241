import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { EVENT } from '../../calendar/events/event.names.js';
import { type EventSubmissionDto } from '../../calendar/events/event-parts.dto.js';
import { RecordDetails, type RecordDetail } from '../../calendar/resource/record-details.js';
import { tableOf } from '../../database/sql/table.js';
import { utcText } from '../../lib/datetime/moment.js';
import { Submission } from './submission.entity.js';

/** Shows editors who has sent an event. */
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
}

function present({ reference, contactName, contactEmail, note, receivedAt, language }: Submission): EventSubmissionDto {
  return {
    ...{ reference, contact_name: contactName, contact_email: contactEmail },
    ...{ note, received_utc: utcText(receivedAt), language },
  };
}
