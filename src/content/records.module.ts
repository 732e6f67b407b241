import { Global, Module } from '@nestjs/common';
import { Transactions } from '../http/idempotency/transactions.js';
import { ResponseModule } from '../http/response/response.module.js';
import { ChangeLog } from './change-log.js';
import { Identity } from './identity.js';
import { Publisher } from './publisher.js';

@Global()
@Module({
  imports: [ResponseModule],
  providers: [ChangeLog, Identity, Publisher, Transactions],
  exports: [ChangeLog, Identity, Publisher, Transactions],
})
export class RecordsModule {}
