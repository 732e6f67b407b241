import { Injectable } from '@nestjs/common';
import { tableOf } from '../../../database/sql/table.js';
import { Database } from '../../../database/database.js';
import { CalendarIdentity } from './calendar-identity.entity.js';

/** The UUID of this calendar, which stays when the site moves to another address. */
@Injectable()
export class Identity {
  private known: string | undefined;

  constructor(private readonly database: Database) {}

  async get(): Promise<string> {
    this.known ??= await this.database.read(async (manager) => {
      const [row] = await tableOf(manager, CalendarIdentity).select(manager, { id: 1 });
      if (!row) throw new Error('The table calendar_identity has lost its row.');
      return row.uuid;
    });
    return this.known;
  }
}
