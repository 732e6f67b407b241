import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ForKeys, RequireRole } from '../auth/access.decorators.js';
import { LanguageBodyDto } from '../language/language-body.dto.js';
import { LanguageQuery } from '../language/language.query.js';
import { RecordIdPipe } from '../record-path.js';
import { Context, type RequestContext } from '../request-context.js';
import { AccountListDto, CreateAccountDto, InvitationDto, ManagedAccountDto, UpdateAccountDto } from './account.dto.js';
import { AccountsQuery } from './accounts.query.js';
import { CreateKeyDto, KeyDto, KeyListDto, NewKeyDto } from './key.dto.js';
import { KeysService } from './keys.service.js';
import { ManagedAccountsService } from './managed-accounts.service.js';

@ApiTags('accounts')
@Controller('accounts')
@ForKeys('unlimited')
export class AccountsController {
  constructor(
    private readonly accounts: ManagedAccountsService,
    private readonly keys: KeysService,
  ) {}

  @Get()
  @RequireRole('administrator')
  listAccounts(@Query() query: AccountsQuery, @Context() context: RequestContext): Promise<AccountListDto> {
    return this.accounts.list(query, context);
  }

  @Post()
  @RequireRole('administrator')
  createAccount(
    @Body() body: CreateAccountDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<ManagedAccountDto> {
    return this.accounts.create(body, context);
  }

  @Get(':id')
  @RequireRole('administrator')
  getAccount(
    @Param('id', RecordIdPipe) id: number,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<ManagedAccountDto> {
    return this.accounts.get(id, context);
  }

  @Patch(':id')
  @RequireRole('administrator')
  updateAccount(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: UpdateAccountDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<ManagedAccountDto> {
    return this.accounts.update(id, body, context);
  }

  @Post(':id/invitation')
  @RequireRole('administrator')
  inviteAccount(
    @Param('id', RecordIdPipe) id: number,
    @Body() _body: LanguageBodyDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<InvitationDto> {
    return this.accounts.invite(id, context);
  }

  @Get(':id/keys')
  @RequireRole('administrator')
  listAccountKeys(
    @Param('id', RecordIdPipe) id: number,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<KeyListDto> {
    return this.keys.list(id, context);
  }

  @Post(':id/keys')
  @RequireRole('administrator')
  createAccountKey(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: CreateKeyDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<NewKeyDto> {
    return this.keys.create(id, body, context);
  }

  @Delete(':id/keys/:key')
  @RequireRole('administrator')
  deleteAccountKey(
    @Param('id', RecordIdPipe) id: number,
    @Param('key') key: string,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<KeyDto> {
    return this.keys.remove(id, key, context);
  }
}
