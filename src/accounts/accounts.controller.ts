import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Needs } from '../common/auth/access.decorators.js';
import { Unauthorized } from '../common/errors/api-error.js';
import { faultsOf } from '../common/fields/fields.pipe.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { Context } from '../common/http/context.decorator.js';
import { LanguageQuery } from '../common/listing/list.query.js';
import { AccountDto } from './account.dto.js';

@ApiTags('accounts')
@Controller()
export class AccountsController {
  /** The account that the key of the request belongs to. */
  @Get('me')
  @Needs('reader')
  me(@Query() query: LanguageQuery, @Context() { caller }: RequestContext): AccountDto {
    faultsOf(query).throwIfAny();
    if (caller === null) throw new Unauthorized('keyNeeded');
    return AccountDto.of(caller);
  }
}
