import { Global, Module } from '@nestjs/common';
import { AccountsService } from './accounts.service.js';
import { Authenticator } from './authenticator.js';
import { FirstAdministrator } from './first-administrator.js';

@Global()
@Module({
  providers: [AccountsService, FirstAdministrator, Authenticator],
  exports: [Authenticator, AccountsService],
})
export class AccountsModule {}
