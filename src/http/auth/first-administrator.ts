import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { SettingsError } from '../../lib/config/load-settings.js';
import { Settings } from '../../lib/config/settings.js';
import { AccountsService } from './accounts.service.js';
import { type Key, parseKey } from './keys.js';
import { AccountError } from './account-error.js';

/** Creates the first administrator at the start, with the key of the setting `ADMIN_KEY`. */
@Injectable()
export class FirstAdministrator implements OnModuleInit {
  private readonly logger = new Logger(FirstAdministrator.name);

  constructor(
    private readonly settings: Settings,
    private readonly accounts: AccountsService,
  ) {}

  async onModuleInit(): Promise<void> {
    const key = adminKeyOf(this.settings);
    if (!key) return;
    const isValid = await this.accounts.createFirstAdministrator(key).catch((error: unknown) => {
      if (!(error instanceof AccountError)) throw error;
      throw new SettingsError(
        `ADMIN_KEY must be a new key, as \`npm run keys -- generate\` prints it. ${error.message}`,
      );
    });
    if (isValid) return;
    this.logger.warn(
      'ADMIN_KEY is not a valid administrator key of this calendar, which already has an administrator. Create a key: ' +
        '`npm run --silent keys -- create --role administrator --name administrator`.',
    );
  }
}

/** The key of the setting, if there is one; throws a `SettingsError` for a mistyped key. */
export function adminKeyOf({ adminKey }: Settings): Key | undefined {
  const key = parseKey(adminKey);
  if (key || adminKey === '') return key;
  throw new SettingsError(
    'ADMIN_KEY must be a whole key as printed by `npm run keys -- generate`; it is not, or it has a typing error.',
  );
}
