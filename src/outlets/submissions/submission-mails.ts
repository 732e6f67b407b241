import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, MoreThanOrEqual, Not } from 'typeorm';
import { EVENT } from '../../calendar/events/event.names.js';
import { tableOf } from '../../database/sql/table.js';
import { MailQueue } from '../../http/mail/mail-queue.js';
import { Site } from '../../http/urls/site.js';
import { MailComposers } from '../mail/mail-composers.js';
import { type Message, messageOf } from '../mail/message.js';
import { ReviewMails } from '../mail/review-mails.js';
import { mailTexts } from '../mail/texts.js';
import { Submission } from './submission.entity.js';

/** The messages to visitors who have sent an event: that it has come, and what was decided. */
@Injectable()
export class SubmissionMails implements OnModuleInit {
  constructor(
    private readonly queue: MailQueue,
    private readonly composers: MailComposers,
    private readonly reviews: ReviewMails,
    private readonly site: Site,
  ) {}

  onModuleInit(): void {
    this.composers.register('received', (manager, { recordId }) => this.compose(manager, recordId!));
    this.reviews.registerSenders(EVENT, async (manager, recordId) => {
      const submission = await find(manager, recordId);
      return submission && { email: submission.contactEmail, language: submission.language };
    });
  }

  /** Stores the message that an event has come: one a day (UTC) for each address, since anybody can name any address. */
  async store(
    manager: EntityManager,
    { eventId, contactEmail, receivedAt }: Pick<Submission, 'eventId' | 'contactEmail' | 'receivedAt'>,
  ): Promise<void> {
    if (!this.queue.isOn) return;
    const today = new Date(receivedAt);
    today.setUTCHours(0, 0, 0, 0);
    const others = { contactEmail, receivedAt: MoreThanOrEqual(today), eventId: Not(eventId) };
    if ((await manager.countBy(Submission, others)) > 0) return;
    await this.queue.add(manager, { purpose: 'received', kind: EVENT.plural, recordId: eventId });
  }

  /** Nothing that the sender has typed is in it. */
  private async compose(manager: EntityManager, eventId: number): Promise<Message | undefined> {
    const submission = await find(manager, eventId);
    if (!submission) return undefined;
    const { contactEmail: to, language, reference } = submission;
    const values = { site: this.site.names[language], reference };
    return messageOf({ to, language, text: mailTexts[language].received, values });
  }
}

async function find(manager: EntityManager, eventId: number): Promise<Submission | undefined> {
  const [submission] = await tableOf(manager, Submission).select(manager, { eventId });
  return submission;
}
