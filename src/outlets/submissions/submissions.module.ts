import { Module } from '@nestjs/common';
import { ImagesModule } from '../../calendar/images/images.module.js';
import { resourceModules } from '../../calendar/resources.js';
import { SiteModule } from '../../http/urls/site.js';
import { MailModule } from '../mail/mail.module.js';
import { SubmissionCleanup } from './submission-cleanup.js';
import { SubmissionDetails } from './submission-details.js';
import { SubmissionMails } from './submission-mails.js';
import { SubmissionLimits } from './submission-limits.js';
import { SubmissionReceiver } from './submission-receiver.js';
import { SubmissionTokens } from './submission-tokens.js';
import { SubmissionsController } from './submissions.controller.js';
import { SubmissionsService } from './submissions.service.js';
import { EventOfSubmission } from './submitted-event.js';
import { VenueOfSubmission } from './submitted-venue.js';

/** Events that visitors send. */
@Module({
  imports: [...resourceModules, ImagesModule, MailModule, SiteModule],
  controllers: [SubmissionsController],
  providers: [
    ...[SubmissionTokens, SubmissionLimits, SubmissionReceiver, SubmissionsService],
    ...[EventOfSubmission, VenueOfSubmission, SubmissionDetails, SubmissionMails, SubmissionCleanup],
  ],
  exports: [SubmissionTokens, SubmissionReceiver, SubmissionsService, SubmissionCleanup],
})
export class SubmissionsModule {}
