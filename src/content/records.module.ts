import { Global, Module } from '@nestjs/common';
import { Transactions } from '../http/idempotency/transactions.js';
import { Publisher } from './publisher.js';

@Global()
@Module({ providers: [Publisher, Transactions], exports: [Publisher, Transactions] })
export class RecordsModule {}
