import { Injectable } from '@nestjs/common';
import { Extensions } from '../extension-api/extensions.js';
import { EventLinks } from '../list/event-links.js';
import { Publisher } from '../content/publisher.js';
import { Authenticator } from '../auth/authenticator.js';
import { Transactions } from '../http/idempotency/transactions.js';
import { Site } from '../site/site.js';
import { LinkTargets } from './link-targets.js';
import { SharedRecords } from './shared-records.js';

/** What the services of all kinds work with. */
@Injectable()
export class Resources {
  constructor(
    readonly transactions: Transactions,
    readonly site: Site,
    readonly accounts: Authenticator,
    readonly extensions: Extensions,
    readonly events: EventLinks,
    readonly publisher: Publisher,
    readonly targets: LinkTargets,
    readonly shared: SharedRecords,
  ) {}
}
