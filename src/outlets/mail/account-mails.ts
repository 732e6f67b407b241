import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { lockAccount } from '../../http/auth/account-store.js';
import { Account, type TokenPurpose } from '../../http/auth/account.entity.js';
import { addToken, linkOf } from '../../http/accounts/account-links.js';
import { type Mail } from '../../http/mail/mail.entity.js';
import { Site } from '../../http/urls/site.js';
import { Settings } from '../../lib/config/settings.js';
import { type Language } from '../../lib/i18n/language.js';
import { MailComposers } from './mail-composers.js';
import { type Message, messageOf } from './message.js';
import { mailTexts } from './texts.js';

/** The messages with a link for an account: invitations and new passwords. */
@Injectable()
export class AccountMails implements OnModuleInit {
  constructor(
    private readonly composers: MailComposers,
    private readonly site: Site,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    for (const purpose of ['invitation', 'password'] as const)
      this.composers.register(purpose, (manager, mail) => this.compose(manager, mail, purpose));
  }

  private async compose(manager: EntityManager, mail: Mail, purpose: TokenPurpose): Promise<Message | undefined> {
    const accountId = mail.accountId!;
    await lockAccount(manager, accountId);
    const account = await recipientOf(manager, accountId);
    const expiresAt = mail.expiresAt!;
    if (!account || expiresAt <= new Date()) return undefined;
    const language = account.language ?? mail.language ?? 'en';
    const token = await addToken(manager, { accountId, purpose, expiresAt });
    return messageOf({
      ...{ to: account.email, language, name: account.name, text: mailTexts[language][purpose] },
      values: { site: this.site.names[language], until: this.timeIn(language, expiresAt) },
      url: linkOf(this.settings, purpose, token),
    });
  }

  /** A time in the zone of the site. */
  private timeIn(language: Language, time: Date): string {
    const locale = `${language}-CA`;
    return new Intl.DateTimeFormat(locale, {
      ...{ dateStyle: 'long', timeStyle: 'short', timeZone: this.site.timezone },
    }).format(time);
  }
}

/** An account that mail can be sent to. */
export type Recipient = Account & { readonly email: string };

/** The account with this id, unless it is disabled, one of the service, or has no address. */
export async function recipientOf(manager: EntityManager, id: number): Promise<Recipient | undefined> {
  const account = await manager.findOneBy(Account, { id });
  if (account?.email == null || account.disabledAt !== null || account.isService) return undefined;
  return account as Recipient;
}
