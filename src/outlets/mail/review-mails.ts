import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { loadRecords } from '../../calendar/records/reading/load-records.js';
import { type PublishedRecord } from '../../calendar/records/record/published-record.js';
import { resolveText } from '../../calendar/records/translations/translation.js';
import { type ResourceDefinition } from '../../calendar/resource/definition.js';
import { query } from '../../database/sql/statements.js';
import { Account } from '../../http/auth/account.entity.js';
import { type Mail } from '../../http/mail/mail.entity.js';
import { isEditor } from '../../http/role.js';
import { Site } from '../../http/urls/site.js';
import { Settings } from '../../lib/config/settings.js';
import { type Language } from '../../lib/i18n/language.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { recipientOf } from './account-mails.js';
import { MailComposers } from './mail-composers.js';
import { type Message, messageOf } from './message.js';
import { reviewedResources, type Slot, slotOf } from './pending-notices.js';
import { mailTexts } from './texts.js';

/** Records that one message names of each resource. */
const MAX_NAMED = 20;

/** The statuses of a record about which a decision still holds. */
const STATUSES: Readonly<Record<'published' | 'returned' | 'refused', readonly string[]>> = {
  published: ['publish', 'future', 'private'],
  returned: ['draft'],
  refused: ['trash'],
};

/** Somebody without an account who has sent a record. */
export interface Sender {
  readonly email: string;
  readonly language: Language;
}

/** Finds who has sent a record of an account of the service. */
type FindSender = (manager: EntityManager, recordId: number) => Promise<Sender | undefined>;

/** The messages about reviews: what waits, to editors, and decisions, to authors and senders. */
@Injectable()
export class ReviewMails implements OnModuleInit {
  private readonly senders = new Map<string, FindSender>();

  constructor(
    private readonly composers: MailComposers,
    private readonly site: Site,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.composers.register('pending', (manager, mail) => this.pending(manager, mail));
    for (const decision of ['published', 'returned', 'refused'] as const)
      this.composers.register(decision, (manager, mail) => this.decision(manager, mail, decision));
  }

  /** Tells senders of the decisions about records whose author is an account of the service. */
  registerSenders({ plural }: ResourceNames, find: FindSender): void {
    this.senders.set(plural, find);
  }

  private async pending(manager: EntityManager, { accountId, slot }: Mail): Promise<Message | undefined> {
    const account = await recipientOf(manager, accountId!);
    if (!account || account.notices !== 'pending' || !isEditor(account)) return undefined;
    const language = account.language ?? 'en';
    const texts = mailTexts[language];
    const waiting: { readonly title: string; readonly authorId: number }[] = [];
    let hasMore = false;
    for (const resource of reviewedResources) {
      const ids = await waitingIds(manager, resource, slotOf(slot!), account.id);
      hasMore ||= ids.length > MAX_NAMED;
      const records = await loadRecords(manager, resource, ids.slice(0, MAX_NAMED));
      for (const record of records as (PublishedRecord & (typeof records)[number])[])
        waiting.push({ title: resolveText(record.translations, language).name, authorId: record.authorId });
    }
    if (waiting.length === 0) return undefined;
    const authors = await manager.findBy(Account, { id: In(waiting.map(({ authorId }) => authorId)) });
    const items = waiting.map(({ title, authorId }) => {
      const author = authors.find(({ id }) => id === authorId)?.name;
      return author === undefined
        ? title
        : texts.waiting.replace('{title}', () => title).replace('{author}', () => author);
    });
    return messageOf({
      ...{ to: account.email, language, name: account.name, text: texts.pending },
      ...{ items: hasMore ? [...items, texts.more] : items, url: this.pageOf('/') },
      values: { site: this.site.names[language], first: waiting[0]!.title },
    });
  }

  private async decision(
    manager: EntityManager,
    { accountId, kind, recordId, note }: Mail,
    decision: 'published' | 'returned' | 'refused',
  ): Promise<Message | undefined> {
    const account = await recipientOf(manager, accountId!);
    // A sender cannot change the record, and so is told of the end alone.
    const sender = account || decision === 'returned' ? undefined : await this.senders.get(kind!)?.(manager, recordId!);
    const { email: to, language: preferred } = account ?? sender ?? {};
    const resource = reviewedResources.find(({ names }) => names.plural === kind);
    if (to === undefined || !resource) return undefined;
    const [record] = await loadRecords(manager, resource, [recordId!]);
    if (!record) return undefined;
    const { reviewNote, status } = record as unknown as PublishedRecord;
    // Editors may have changed their minds within the minute.
    if (!STATUSES[decision].includes(status)) return undefined;
    const language = preferred ?? 'en';
    const { name: title, slug } = resolveText(record.translations, language);
    const texts = mailTexts[language];
    const isDeclined = sender !== undefined && decision === 'refused';
    return messageOf({
      ...{ to, language, name: account?.name, text: isDeclined ? texts.declined : texts[decision] },
      values: { site: this.site.names[language], title },
      note: note ?? reviewNote,
      url: isDeclined ? undefined : this.urlOf(decision, resource, { id: record.id, slug }, language),
    });
  }

  private urlOf(
    decision: 'published' | 'returned' | 'refused',
    { names }: ResourceDefinition,
    { id, slug }: { readonly id: number; readonly slug: string | null },
    language: Language,
  ): string | undefined {
    const { urls } = this.site;
    if (decision !== 'published') return this.pageOf(`/${names.plural}/${id}`);
    return slug !== null && urls.hasPages(language, names) ? urls.page(language, names, { id, slug }) : undefined;
  }

  /** An address of the editor's page, if it is served. */
  private pageOf(path: string): string | undefined {
    const { siteUrl, basePath, adminPage } = this.settings;
    return adminPage ? `${siteUrl}${basePath}/admin/#${path}` : undefined;
  }
}

/** The records that began to wait in a slot, oldest first; of a series its first date. Those of the reader are left out. */
async function waitingIds(
  manager: EntityManager,
  { names, hasDates }: ResourceDefinition,
  { start, end }: Slot,
  readerId: number,
): Promise<number[]> {
  const ofSeries = hasDates ? 'AND (seriesId IS NULL OR seriesId = id) ' : '';
  const sql =
    `SELECT id FROM ${names.plural} WHERE status = 'pending' AND pendingAt >= ? AND pendingAt < ? AND authorId <> ? ` +
    `${ofSeries}ORDER BY pendingAt, id LIMIT ${MAX_NAMED + 1}`;
  return (await query<{ id: number }>(manager, sql, [start, end, readerId])).map(({ id }) => id);
}
