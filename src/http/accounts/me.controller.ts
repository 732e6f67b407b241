import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ForKeys, RequireRole } from '../auth/access.decorators.js';
import { LanguageQuery } from '../language/language.query.js';
import { Context, type RequestContext } from '../request-context.js';
import { AccountDto, UpdateMeDto } from './account.dto.js';
import { CreateOwnKeyDto, KeyDto, KeyListDto, NewKeyDto } from './key.dto.js';
import { KeysService } from './keys.service.js';
import { MeService } from './me.service.js';
import { ChangePasswordDto } from './sign-in.dto.js';

@ApiTags('accounts')
@Controller('me')
@ForKeys('unlimited')
export class MeController {
  constructor(
    private readonly accounts: MeService,
    private readonly keys: KeysService,
  ) {}

  @Get()
  @RequireRole('reader')
  @ForKeys('any')
  me(@Query() _query: LanguageQuery, @Context() context: RequestContext): Promise<AccountDto> {
    return this.accounts.get(context);
  }

  @Patch()
  @RequireRole('reader')
  updateMe(
    @Body() body: UpdateMeDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<AccountDto> {
    return this.accounts.update(body, context);
  }

  @Post('password')
  @HttpCode(HttpStatus.OK)
  @RequireRole('reader')
  changePassword(
    @Body() body: ChangePasswordDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<AccountDto> {
    return this.accounts.changePassword(body, context);
  }

  @Delete('sign-in')
  @RequireRole('reader')
  @ForKeys('any')
  signOut(@Query() _query: LanguageQuery, @Context() context: RequestContext): Promise<KeyDto> {
    return this.keys.signOut(context);
  }

  @Get('keys')
  @RequireRole('reader')
  listMyKeys(@Query() _query: LanguageQuery, @Context() context: RequestContext): Promise<KeyListDto> {
    return this.keys.listOwn(context);
  }

  @Post('keys')
  @RequireRole('contributor')
  createMyKey(
    @Body() body: CreateOwnKeyDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<NewKeyDto> {
    return this.keys.createOwn(body, context);
  }

  @Delete('keys/:key')
  @RequireRole('reader')
  deleteMyKey(
    @Param('key') key: string,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<KeyDto> {
    return this.keys.removeOwn(key, context);
  }
}
