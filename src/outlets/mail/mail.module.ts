import { Module } from '@nestjs/common';
import { ResourcesModule } from '../../calendar/resource/resources.module.js';
import { MailQueueModule } from '../../http/mail/mail-queue.js';
import { SiteModule } from '../../http/urls/site.js';
import { AccountMails } from './account-mails.js';
import { MailComposers } from './mail-composers.js';
import { MailSender } from './mail-sender.js';
import { PendingNotices } from './pending-notices.js';
import { ReviewMails } from './review-mails.js';
import { Smtp } from './smtp.js';

/** Mail. Commands import it too, since what they write may wait for a review. Only the service sends messages. */
@Module({
  imports: [SiteModule, ResourcesModule, MailQueueModule],
  providers: [MailComposers, AccountMails, ReviewMails, PendingNotices, MailSender, Smtp],
  exports: [MailComposers, ReviewMails, MailSender, Smtp],
})
export class MailModule {}
