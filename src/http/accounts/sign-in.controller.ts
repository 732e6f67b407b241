import { Body, Controller, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/access.decorators.js';
import { LanguageQuery } from '../language/language.query.js';
import { Context, type RequestContext } from '../request-context.js';
import { ForgottenPasswords } from './forgotten-passwords.js';
import {
  ForgottenPasswordDto,
  LinkRequestedDto,
  OpenedLinkDto,
  ReadLinkDto,
  SignedInDto,
  SignInDto,
  WaysToSignInDto,
} from './sign-in.dto.js';
import { SignInService } from './sign-in.service.js';
import { LimitedTries } from './sign-in-tries.js';

@ApiTags('accounts')
@Controller('sign-in')
export class SignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly forgotten: ForgottenPasswords,
  ) {}

  @Get()
  @Public()
  getSignIn(@Query() _query: LanguageQuery, @Context() context: RequestContext): WaysToSignInDto {
    return this.signIns.ways(context);
  }

  @Post()
  @Public()
  @LimitedTries('sign-in')
  signIn(
    @Body() body: SignInDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<SignedInDto> {
    return this.signIns.signIn(body, context);
  }

  @Post('invitation')
  @HttpCode(HttpStatus.OK)
  @Public()
  @LimitedTries('sign-in')
  readLink(
    @Body() { invitation }: ReadLinkDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<OpenedLinkDto> {
    return this.signIns.readLink(invitation, context);
  }

  @Post('forgotten')
  @HttpCode(HttpStatus.ACCEPTED)
  @Public()
  @LimitedTries('link')
  forgottenPassword(
    @Body() { email }: ForgottenPasswordDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): LinkRequestedDto {
    this.forgotten.request(email, context);
    return LinkRequestedDto.in(context.language);
  }
}
