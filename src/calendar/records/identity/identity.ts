import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { tableOf } from '../../../database/sql/table.js';
import { Database } from '../../../database/database.js';
import { CalendarIdentity } from './calendar-identity.entity.js';

/** The UUID of this calendar, which stays when the site moves to another address. */
@Injectable()
export class Identity {
  private known: string | undefined;
  private knownSecret: Buffer | undefined;

  constructor(private readonly database: Database) {}

  async get(): Promise<string> {
    this.known ??= await this.database.read(async (manager) => {
      const [row] = await tableOf(manager, CalendarIdentity).select(manager, { id: 1 });
      if (!row) throw new Error('The table calendar_identity has lost its row.');
      return row.uuid;
    });
    return this.known;
  }

  /** The 32 bytes with which tokens are encrypted. An export from before they existed lacks them: new ones are made. */
  async secret(): Promise<Buffer> {
    this.knownSecret ??= (await this.readSecret()) ?? (await this.createSecret());
    return this.knownSecret;
  }

  private async readSecret(): Promise<Buffer | undefined> {
    const [row] = await this.database.read((manager) => tableOf(manager, CalendarIdentity).select(manager, { id: 1 }));
    return row?.tokenSecret ? Buffer.from(row.tokenSecret, 'base64url') : undefined;
  }

  /** Two instances may do this at once: the first one wins. */
  private async createSecret(): Promise<Buffer> {
    const tokenSecret = randomBytes(32).toString('base64url');
    await this.database.write((manager) =>
      tableOf(manager, CalendarIdentity).update(manager, { id: 1, tokenSecret: null }, { tokenSecret }),
    );
    return (await this.readSecret())!;
  }
}
