import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { SettingsError } from '../config/load-settings.js';
import { Settings } from '../config/settings.js';
import { AccountError, type Key, parseKey } from './keys.js';
import { AccountsService } from './accounts.service.js';

/** Creates the first administrator at the start, with the key of the setting `ADMIN_KEY`. */
@Injectable()
export class FirstAdministrator implements OnModuleInit {
  private readonly logger = new Logger(FirstAdministrator.name);

  constructor(
    private readonly settings: Settings,
    private readonly accounts: AccountsService,
  ) {}

  async onModuleInit(): Promise<void> {
    const { adminKey } = this.settings;
    if (adminKey === '') return;
    if (await this.createOrVerify(parseAdminKey(adminKey))) return;
    this.logger.warn(
      'ADMIN_KEY is not a valid administrator key of this calendar, which already has an administrator. Create a key: ' +
        '`npm run --silent keys -- create --role administrator --name administrator`.',
    );
  }

  /** */
  private async createOrVerify(key: Key): Promise<boolean> {
    try {
      return await this.accounts.createFirstAdministrator(key);
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      throw new SettingsError(
        `ADMIN_KEY must be a new key, as \`npm run keys -- generate\` prints it. ${error.message}`,
      );
    }
  }
}

/** Checks the setting before anything else, so that a mistyped key does not run migrations. */
export function assertAdminKey({ adminKey }: Settings): void {
  if (adminKey !== '') parseAdminKey(adminKey);
}

function parseAdminKey(adminKey: string): Key {
  const key = parseKey(adminKey);
  if (key) return key;
  throw new SettingsError(
    'ADMIN_KEY must be a whole key as printed by `npm run keys -- generate`; it is not, or it has a typing error.',
  );
}
