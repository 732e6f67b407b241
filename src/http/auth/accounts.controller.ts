import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireRole } from './access.decorators.js';
import { type RequestContext, Context } from '../request-context.js';
import { LanguageQuery } from '../language/language.query.js';
import { AccountDto } from './account.dto.js';

@ApiTags('accounts')
@Controller()
export class AccountsController {
  /** The account that the key of the request belongs to. */
  @Get('me')
  @RequireRole('reader')
  me(@Query() query: LanguageQuery, @Context() { caller }: RequestContext): AccountDto {
    return AccountDto.of(caller!);
  }
}
