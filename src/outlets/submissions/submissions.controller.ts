import { Controller, Get, Header, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { ForKeys, Public } from '../../http/auth/access.decorators.js';
import { LanguageQuery } from '../../http/language/language.query.js';
import { OtherBody } from '../../http/parse-request.js';
import { type CalendarRequest } from '../../http/request-context.js';
import { NO_STORE } from '../../http/response/cache-control.js';
import { utcText } from '../../lib/datetime/moment.js';
import { ReceivedSubmissionDto, SubmissionDto, SubmissionTokenDto } from './submission.dto.js';
import { SubmissionQuery } from './submission.query.js';
import { SubmissionReceiver } from './submission-receiver.js';
import { SubmissionTokens } from './submission-tokens.js';
import { SubmissionsGuard } from './submissions.guard.js';
import { SubmissionsService } from './submissions.service.js';

@ApiTags('submissions')
@Controller('submissions')
@ForKeys('any')
@UseGuards(SubmissionsGuard)
export class SubmissionsController {
  constructor(
    private readonly tokens: SubmissionTokens,
    private readonly receiver: SubmissionReceiver,
    private readonly submissions: SubmissionsService,
  ) {}

  @Get('token')
  @Public()
  @Header('Cache-Control', NO_STORE)
  async getSubmissionToken(@Query() _query: LanguageQuery): Promise<SubmissionTokenDto> {
    const { token, expiresAt } = await this.tokens.create();
    return { token, expires_utc: utcText(expiresAt) };
  }

  @Post()
  @Public()
  @OtherBody()
  @ApiBody({ type: SubmissionDto })
  async submitEvent(
    @Query() { token }: SubmissionQuery,
    @Req() request: CalendarRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReceivedSubmissionDto> {
    await this.tokens.assertValid(token);
    const reference = await this.receiver.receive(request, response, (received) => this.submissions.create(received));
    return { reference };
  }
}
