import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Mail, type MailPurpose } from '../../http/mail/mail.entity.js';
import { type Message } from './message.js';

/**
 * Makes the text of a message when it is sent, and the token of its link.
 * @returns undefined if it is no longer to be sent
 */
export type ComposeMail = (manager: EntityManager, mail: Mail) => Promise<Message | undefined>;

/**
 * The composers of messages, one for each purpose. An outlet with messages of its own registers them here, and stores rows
 * with `MailQueue.add` in the transaction of its write.
 */
@Injectable()
export class MailComposers {
  private readonly composers = new Map<MailPurpose, ComposeMail>();

  register(purpose: MailPurpose, compose: ComposeMail): void {
    this.composers.set(purpose, compose);
  }

  compose(manager: EntityManager, mail: Mail): Promise<Message | undefined> {
    return this.composers.get(mail.purpose)?.(manager, mail) ?? Promise.resolve(undefined);
  }
}
