import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { listPageUrls } from '../../http/response/paging.js';
import { type Fieldset, fieldsetOf } from '../../calendar/records/reading/fieldset.js';
import { Identity } from '../../calendar/records/identity/identity.js';
import { ResponseFields } from '../../calendar/records/reading/response-fields.js';
import { utcText } from '../../lib/datetime/moment.js';
import { ChangesTokenExpired } from '../../lib/errors/api-error.js';
import { FieldErrors } from '../../lib/errors/field-error.js';
import { type RequestContext } from '../../http/request-context.js';
import { Database } from '../../database/database.js';
import { countersOf } from '../../database/write-counter.entity.js';
import { NAMESPACE } from '../../http/urls/urls.js';
import { ResourceServices } from '../../calendar/resource/resource-services.js';
import { Site } from '../../http/urls/site.js';
import { type ChangeDto, type ChangesDto } from './change.dto.js';
import { mayBeForeign, openToken, sealToken, type Token, today, TOKEN_DAYS } from './change-token.js';
import { beginning, ChangeReader, readableCounters, type ListedChange, type ChangePage } from './change-reader.js';
import { type ChangesQuery, checkFields, KINDS, kindsOf, responseOf } from './changes.query.js';

/** Milliseconds within which a node of a cluster receives the writes of another one. */
const CATCHING_UP = 1000;
const TRIES = 5;

/** Lists changes for clients that keep a copy of the calendar. */
@Injectable()
export class ChangesService {
  constructor(
    private readonly database: Database,
    private readonly site: Site,
    private readonly identity: Identity,
    private readonly services: ResourceServices,
    private readonly responses: ResponseFields,
  ) {}

  /** @throws {ChangesTokenExpired} if the token is too old, or belongs to another calendar or other resources */
  async list(query: ChangesQuery, context: RequestContext): Promise<ChangesDto> {
    const calendar = await this.identity.get();
    const secret = await this.identity.secret();
    const since = query.since === undefined ? undefined : this.open(query, query.since, secret);
    const kinds = kindsOf(query, since);
    if (since) assertUsable(since, calendar, kinds);
    const { changes, position, more } = await this.page({ ...query, since }, kinds, context);
    const next = sealToken({ calendar, kinds, day: today(), position }, secret);
    const list = `${this.site.urls.root(context.root)}/${NAMESPACE}/changes`;
    const pageUrl = listPageUrls(list, query, context, 'since');
    const rest_url = pageUrl(context.rawQuery.since as string | undefined);
    return { changes, next, more, rest_url, ...(more && { next_rest_url: pageUrl(next) }) };
  }

  /**
   * @throws {InvalidParameters} if the text is not a token, or its resources lack a field
   * @throws {ChangesTokenExpired} if it is a token of another calendar
   */
  private open(query: ChangesQuery, text: string, secret: Buffer): Token {
    const token = openToken(text, secret);
    if (!token && mayBeForeign(text)) throw new ChangesTokenExpired();
    const errors = new FieldErrors();
    if (!token?.kinds.every((kind) => KINDS.includes(kind))) errors.add('since', (messages) => messages.changeToken);
    else checkFields(query, kindsOf(query, token), this.responses, errors);
    errors.throwIfAny();
    return token!;
  }

  private async page(query: Reading, kinds: readonly string[], context: RequestContext): Promise<Page> {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const page = await this.database.read((manager) => this.readPage(manager, query, kinds, context));
      if (page) return page;
      if (tries < TRIES) await sleep(CATCHING_UP / TRIES);
    }
    throw new ChangesTokenExpired();
  }

  /** @returns undefined if the token is ahead of the database: this node lags, or a backup was restored */
  private async readPage(
    manager: EntityManager,
    query: Reading,
    kinds: readonly string[],
    context: RequestContext,
  ): Promise<Page | undefined> {
    const { since, limit, embedded = false } = query;
    const counters = await countersOf(manager);
    const { caller } = context;
    if (since?.position.readUpTo.some((number, slot) => number > counters[slot]!)) return undefined;
    const readable = await readableCounters(manager, counters, caller);
    const position = since?.position ?? beginning(readable);
    const page = await new ChangeReader(manager, position, readable, { kinds, embedded, limit, caller }).page();
    if (!query.records) return { ...page, changes: page.changes.map((change) => toDto(change)) };
    const records = new Map<string, ReadonlyMap<number, object>>();
    for (const kind of new Set(page.changes.map((change) => change.kind))) {
      const ids = page.changes.flatMap((listed) =>
        listed.kind === kind && listed.change === 'upsert' ? [listed.id] : [],
      );
      const fieldset = this.fieldsetFor(query, kind);
      records.set(kind, await this.services.of(kind, 'list').presentByIds(manager, ids, query, fieldset, context));
    }
    return { ...page, changes: page.changes.map((change) => withRecord(change, records.get(change.kind))) };
  }

  /** The fields of a resource that `_fields` names; undefined for all. */
  private fieldsetFor({ _fields: paths }: Reading, kind: string): Fieldset | undefined {
    const known = paths?.filter((path) => this.responses.has(responseOf(kind), path));
    return known && (fieldsetOf({ _fields: known }) ?? new Map<string, undefined>());
  }
}

type Page = Omit<ChangePage, 'changes'> & Pick<ChangesDto, 'changes'>;

/** The query with its token opened. */
type Reading = Omit<ChangesQuery, 'since'> & { readonly since: Token | undefined };

/** @throws {ChangesTokenExpired} if the token is old, or of another calendar or other resources */
function assertUsable(token: Token, calendar: string, kinds: readonly string[]): void {
  const isOld = today() - token.day > TOKEN_DAYS;
  if (isOld || token.calendar !== calendar || token.kinds.join() !== kinds.join()) throw new ChangesTokenExpired();
}

function toDto({ kind, id, change, modifiedAt }: ListedChange): ChangeDto {
  return { kind, id, change, modified_utc: utcText(modifiedAt) };
}

/** A record that was deleted after the page was found is listed as deleted; a later page lists the deletion again. */
function withRecord(change: ListedChange, records: ReadonlyMap<number, object> | undefined): ChangeDto {
  const record = change.change === 'upsert' ? records?.get(change.id) : undefined;
  return record ? { ...toDto(change), record } : { ...toDto(change), change: 'delete' };
}
