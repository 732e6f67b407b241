import { Global, Module } from '@nestjs/common';
import { Transactions } from '../http/idempotency/transactions.js';
import { ChangeLog } from './change-log.js';
import { Identity } from './identity.js';
import { Publisher } from './publisher.js';

@Global()
@Module({
  providers: [ChangeLog, Identity, Publisher, Transactions],
  exports: [ChangeLog, Identity, Publisher, Transactions],
})
export class RecordsModule {}
