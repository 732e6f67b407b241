import { createDataSource, dataSourceOptions } from '../../src/database/data-source.js';
import { Event } from '../../src/calendar/events/event.entity.js';
import { schema } from '../../src/schema.js';
import { recount } from '../support/recount.js';
import { allResources } from '../support/resources.js';
import { type Entry } from './load.js';

const LINKS = ['event_venues', 'event_categories', 'event_tags'];

/** Finds acknowledged writes that a database lacks. */
export interface Findings {
  /** Acknowledged writes that are missing, older, or deleted without effect. */
  readonly lost: string[];
  /** Events without one of their texts or links, or with texts of two writes. */
  readonly halfWritten: string[];
  /** Creations that made more than one event. */
  readonly duplicated: string[];
  /** Copies and counters that disagree with the events. */
  readonly inconsistent: string[];
}

interface Stored {
  readonly id: number;
  readonly version: number;
}

/** Reads the whole database without the service. */
export async function audit(url: string, entries: readonly Entry[]): Promise<Findings> {
  const source = await createDataSource(await dataSourceOptions(schema, url)).initialize();
  try {
    const halfWritten: string[] = [];
    const stored = new Map<number, Stored[]>();
    const links = await linkCounts((sql) => source.query(sql));
    for (const { id, translations } of await source.manager.find(Event, { relations: { translations: true } })) {
      const titles = new Set(translations.map(({ name }) => name));
      const [, number, version] = /^Fault (\d+) v(\d+)$/.exec([...titles][0] ?? '') ?? [];
      if (translations.length !== 2 || titles.size !== 1 || number === undefined)
        halfWritten.push(`event ${id} has the titles ${[...titles].join(', ')}`);
      if (LINKS.some((table) => links.get(`${table} ${id}`) !== 1)) halfWritten.push(`event ${id} lacks links`);
      if (number === undefined) continue;
      stored.set(Number(number), [...(stored.get(Number(number)) ?? []), { id, version: Number(version) }]);
    }
    const pairs = Object.entries(await recount(source));
    pairs.push(['revisions', [await unrevised((sql) => source.query(sql)), []]]);
    return {
      halfWritten,
      lost: entries.flatMap((entry) => lossOf(entry, stored.get(entry.number) ?? [])),
      duplicated: [...stored]
        .filter(([, events]) => events.length > 1)
        .map(([number]) => `event ${number} is there twice`),
      inconsistent: pairs
        .filter(([, [is, should]]) => JSON.stringify(is) !== JSON.stringify(should))
        .map(([what]) => what),
    };
  } finally {
    await source.destroy();
  }
}

function lossOf({ number, id, acknowledged, sent, deletion }: Entry, found: readonly Stored[]): string[] {
  if (deletion === 'acknowledged') return found.length > 0 ? [`event ${number} was deleted and is there`] : [];
  const event = found.find((one) => one.id === id) ?? found[0];
  if (!event) return id !== undefined && deletion === undefined ? [`event ${number} is missing`] : [];
  if (id !== undefined && event.id !== id) return [`event ${number} has the id ${event.id}, not ${id}`];
  const isRight = event.version >= acknowledged && event.version <= sent;
  return isRight ? [] : [`event ${number} has version ${event.version}, not ${acknowledged} to ${sent}`];
}

type Query = <Row>(sql: string) => Promise<Row[]>;

/** Writes without their revision, revisions without their write, and revisions of events with another title than theirs. */
async function unrevised(query: Query): Promise<string[]> {
  const found: string[] = [];
  for (const { plural } of allResources) {
    const writes = await query<{ id: number }>(
      `SELECT record.id AS id FROM ${plural} record LEFT JOIN revisions revision ON revision.kind = '${plural}' ` +
        'AND revision.recordId = record.id GROUP BY record.id, record.revision ' +
        'HAVING COUNT(revision.id) <> record.revision OR MAX(COALESCE(revision.recordRevision, 0)) <> record.revision',
    );
    const revisions = await query<{ id: number }>(
      `SELECT revision.id AS id FROM revisions revision LEFT JOIN ${plural} record ON record.id = revision.recordId ` +
        `WHERE revision.kind = '${plural}' AND (record.id IS NULL OR revision.recordRevision > record.revision)`,
    );
    found.push(...writes.map(({ id }) => `${plural} ${id}`), ...revisions.map(({ id }) => `revision ${id}`));
  }
  const last = await query<{ id: number; name: string; content: string }>(
    'SELECT event.id AS id, text.name AS name, revision.content AS content FROM events event ' +
      "JOIN event_translations text ON text.recordId = event.id AND text.language = 'en' " +
      "JOIN revisions revision ON revision.kind = 'events' AND revision.recordId = event.id " +
      'AND revision.recordRevision = event.revision',
  );
  const titleIn = (content: string) => (JSON.parse(content) as { texts: { en: { title: string } } }).texts.en.title;
  const others = last.filter(({ name, content }) => titleIn(content) !== name);
  return [...found, ...others.map(({ id }) => `event ${id} has another title in its revision`)];
}

async function linkCounts(query: (sql: string) => Promise<{ id: number; n: number | string }[]>) {
  const counts = new Map<string, number>();
  for (const table of LINKS) {
    const rows = await query(`SELECT eventId AS id, COUNT(*) AS n FROM ${table} GROUP BY eventId`);
    for (const { id, n } of rows) counts.set(`${table} ${id}`, Number(n));
  }
  return counts;
}
