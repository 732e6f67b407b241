import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/access.decorators.js';
import { LanguageQuery } from '../language/language.query.js';
import { Context, type RequestContext } from '../request-context.js';
import { ForgottenPasswordDto, SignedInDto, SignInDto, WaysToSignInDto } from './sign-in.dto.js';
import { SignInService } from './sign-in.service.js';
import { LimitedTries } from './sign-in-tries.js';

@ApiTags('accounts')
@Controller('sign-in')
export class SignInController {
  constructor(private readonly signIns: SignInService) {}

  @Get()
  @Public()
  getSignIn(@Query() _query: LanguageQuery): WaysToSignInDto {
    return this.signIns.ways();
  }

  @Post()
  @Public()
  @LimitedTries()
  signIn(
    @Body() body: SignInDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<SignedInDto> {
    return this.signIns.signIn(body, context);
  }

  /** Not in the documentation until the service sends mail: it has no other response than its 404. */
  @Post('forgotten')
  @Public()
  @ApiExcludeEndpoint()
  forgottenPassword(@Body() _body: ForgottenPasswordDto, @Query() _query: LanguageQuery): never {
    return this.signIns.forgotten();
  }
}
