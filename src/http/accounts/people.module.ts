import { type DynamicModule, Module } from '@nestjs/common';
import { MailQueueModule } from '../mail/mail-queue.js';
import { SiteModule } from '../urls/site.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsLog } from './accounts-log.js';
import { CurrentPassword } from './current-password.js';
import { ForgottenPasswords } from './forgotten-passwords.js';
import { Invitations } from './invitations.js';
import { KeyScopes } from './key-scopes.js';
import { KeysService } from './keys.service.js';
import { ManagedAccountsService } from './managed-accounts.service.js';
import { MeController } from './me.controller.js';
import { MeService } from './me.service.js';
import { ReturnedRecords } from './returned-records.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';
import { SignInTries } from './sign-in-tries.js';

/** Accounts over HTTP: their management, invitations, signing in. */
@Module({})
export class PeopleModule {
  /**
   * @param scopes names of the types of records to which keys can be limited
   * @param reviewed entities of the records that can come back from a review
   */
  static of(scopes: readonly string[], reviewed: readonly (new () => object)[]): DynamicModule {
    return {
      module: PeopleModule,
      // Every way to sign in counts the same tries.
      global: true,
      imports: [SiteModule, MailQueueModule],
      controllers: [AccountsController, MeController, SignInController],
      providers: [
        ...[ManagedAccountsService, MeService, KeysService, SignInService],
        ...[Invitations, ForgottenPasswords, CurrentPassword, AccountsLog, SignInTries],
        { provide: KeyScopes, useValue: new KeyScopes(scopes) },
        { provide: ReturnedRecords, useValue: new ReturnedRecords(reviewed) },
      ],
      exports: [Invitations, SignInTries],
    };
  }
}
