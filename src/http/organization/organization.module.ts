import { Module } from '@nestjs/common';
import { AccountsLog } from '../accounts/accounts-log.js';
import { Identities } from './identities.js';
import { OrganizationController } from './organization.controller.js';
import { Provider } from './provider.js';

/** Signing in through the organization's OpenID Connect provider. */
@Module({
  controllers: [OrganizationController],
  providers: [Provider, Identities, AccountsLog],
})
export class OrganizationModule {}
