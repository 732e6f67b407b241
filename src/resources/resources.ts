import { Injectable } from '@nestjs/common';
import { Extensions } from '../additions/extensions.js';
import { EventLinks } from '../lists/event-links.js';
import { Publisher } from '../records/publisher.js';
import { Accounts } from '../requests/callers/accounts.js';
import { Transactions } from '../requests/idempotency/transactions.js';
import { Site } from '../site/site.js';
import { LinkTargets } from './link-targets.js';
import { SharedRecords } from './shared-records.js';

/** What the services of all kinds work with. */
@Injectable()
export class Resources {
  constructor(
    readonly transactions: Transactions,
    readonly site: Site,
    readonly accounts: Accounts,
    readonly extensions: Extensions,
    readonly events: EventLinks,
    readonly publisher: Publisher,
    readonly targets: LinkTargets,
    readonly shared: SharedRecords,
  ) {}
}
