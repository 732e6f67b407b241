import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { givenParameters } from '../list/envelope.js';
import { type Fieldset, fieldsetOf } from '../content/record.query.js';
import { Identity } from '../content/identity.js';
import { ResponseFields } from '../content/response-fields.js';
import { utcText } from '../datetime/moment.js';
import { ChangesTokenExpired } from '../errors/api-error.js';
import { type RequestContext } from '../http/calendar-request.js';
import { Database } from '../database/database.js';
import { NAMESPACE } from '../site/links.js';
import { ListPresenters } from '../resource/registries.js';
import { Site } from '../site/site.js';
import { type ChangeDto, type ChangesDto } from './change.dto.js';
import { type Token, today, TOKEN_DAYS, writeToken } from './change-token.js';
import { beginning, ChangeReader, countersOf, type ListedChange, type ChangePage } from './change-reader.js';
import { type ChangesQuery, kindsOf, responseOf } from './changes.query.js';

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
    private readonly lists: ListPresenters,
    private readonly responses: ResponseFields,
  ) {}

  /** @throws {ChangesTokenExpired} if the token is too old, or belongs to another calendar or other resources */
  async list(query: ChangesQuery, context: RequestContext): Promise<ChangesDto> {
    const calendar = await this.identity.get();
    const kinds = kindsOf(query);
    if (query.since) assertUsable(query.since, calendar, kinds);
    const fieldsets = this.fieldsets(query, kinds);
    for (let tries = 1; ; tries += 1) {
      const page = await this.database.read((manager) => this.page(manager, query, kinds, fieldsets, context));
      if (page) {
        const next = writeToken({ calendar, kinds, day: today(), position: page.found.position });
        return {
          changes: page.changes,
          next,
          more: page.found.more,
          ...this.links(query, context, page.found.more, next),
        };
      }
      if (tries === TRIES) throw new ChangesTokenExpired();
      await sleep(CATCHING_UP / TRIES);
    }
  }

  /** @returns undefined if the token is ahead of the database: this node lags, or a backup was restored */
  private async page(
    manager: EntityManager,
    query: ChangesQuery,
    kinds: readonly string[],
    fieldsets: Fieldsets,
    context: RequestContext,
  ): Promise<{ found: ChangePage; changes: ChangeDto[] } | undefined> {
    const { since, limit, embedded = false } = query;
    const counters = await countersOf(manager);
    const position = since?.position ?? beginning(counters);
    if (position.readUpTo.some((number, slot) => number > counters[slot]!)) return undefined;
    const request = { kinds, embedded, limit, caller: context.caller };
    const found = await new ChangeReader(manager, position, counters, request).page();
    const records = query.records ? await this.records(manager, found.changes, query, fieldsets, context) : undefined;
    return { found, changes: found.changes.map((change) => presented(change, records)) };
  }

  /** The records of a page, by their resource and id. */
  private async records(
    manager: EntityManager,
    changes: readonly ListedChange[],
    query: ChangesQuery,
    fieldsets: Fieldsets,
    context: RequestContext,
  ): Promise<ReadonlyMap<string, ReadonlyMap<number, object>>> {
    const records = new Map<string, ReadonlyMap<number, object>>();
    for (const kind of new Set(changes.map((change) => change.kind))) {
      const ids = changes.flatMap(({ kind: of, id, change }) => (of === kind && change === 'upsert' ? [id] : []));
      const listed = await this.lists.of(kind).presentByIds(manager, ids, query, fieldsets.get(kind), context);
      records.set(kind, listed);
    }
    return records;
  }

  /** The fields of each resource that `_fields` names. */
  private fieldsets({ _fields: paths }: ChangesQuery, kinds: readonly string[]): Fieldsets {
    if (!paths) return new Map();
    const fieldsetIn = (kind: string) => {
      const known = paths.filter((path) => this.responses.has(responseOf(kind), path));
      return fieldsetOf({ _fields: known }) ?? new Map<string, undefined>();
    };
    return new Map(kinds.map((kind) => [kind, fieldsetIn(kind)]));
  }

  private links(
    query: ChangesQuery,
    { root, rawQuery }: RequestContext,
    more: boolean,
    next: string,
  ): Pick<ChangesDto, 'rest_url' | 'next_rest_url'> {
    const kept = givenParameters(query, rawQuery, 'since');
    const link = (since: string | undefined) => {
      const parameters = [...kept, ...(since === undefined ? [] : [`since=${since}`])].join('&');
      return `${this.site.links.root(root)}/${NAMESPACE}/changes${parameters && `?${parameters}`}`;
    };
    const rest_url = link(rawQuery.since as string | undefined);
    return more ? { rest_url, next_rest_url: link(next) } : { rest_url };
  }
}

type Fieldsets = ReadonlyMap<string, Fieldset | undefined>;

function assertUsable(token: Token, calendar: string, kinds: readonly string[]): void {
  const isOld = today() - token.day > TOKEN_DAYS;
  if (isOld || token.calendar !== calendar || token.kinds.join() !== kinds.join()) throw new ChangesTokenExpired();
}

/** A record that was deleted after the page was found is listed as deleted; a later page lists the deletion again. */
function presented(
  { kind, id, change, modifiedAt }: ListedChange,
  records: ReadonlyMap<string, ReadonlyMap<number, object>> | undefined,
): ChangeDto {
  const modified_utc = utcText(modifiedAt);
  if (!records || change === 'delete') return { kind, id, change, modified_utc };
  const record = records.get(kind)?.get(id);
  return record ? { kind, id, change, modified_utc, record } : { kind, id, change: 'delete', modified_utc };
}
