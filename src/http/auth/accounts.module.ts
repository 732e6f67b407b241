import { Global, Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { Authenticator } from './authenticator.js';
import { FirstAdministrator } from './first-administrator.js';

@Global()
@Module({
  controllers: [AccountsController],
  providers: [AccountsService, FirstAdministrator, Authenticator],
  exports: [Authenticator],
})
export class AccountsModule {}
