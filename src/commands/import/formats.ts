import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { decode } from './decode.js';
import { DownloadFailed, HttpClient, readAll } from './http-client.js';
import { ical } from './ical/ical.reader.js';
import { because } from './messages.js';
import { type Format, type RecognisedSource, type TableOptions } from './record.js';
import { spreadsheet } from './sheets/table.reader.js';
import { workbook } from './sheets/workbook.reader.js';
import { theEventsCalendar } from './tec/tec.reader.js';

/** The formats that can be imported. The first one that recognizes a source reads it. */
const FORMATS: readonly Format[] = [ical, theEventsCalendar, workbook, spreadsheet];

export async function recognise(bytes: Uint8Array, table: TableOptions = {}): Promise<RecognisedSource | undefined> {
  const text = decode(bytes);
  const source = { bytes, text, json: /^\s*[[{]/.test(text) ? parsed(text) : undefined, table };
  return first((format) => format.recognise(source));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trimStart()) as unknown;
  } catch {
    return undefined;
  }
}

async function first(recognised: (format: Format) => ReturnType<Format['recognise']>) {
  for (const format of FORMATS) {
    const source = await recognised(format);
    if (source) return { ...source, format: format.name };
  }
  return undefined;
}

export interface Opened extends RecognisedSource {
  readonly label: string;
  readonly source: string;
}

interface Opening {
  readonly key?: string | undefined;
  readonly table?: TableOptions;
  readonly signal?: AbortSignal;
}

/**
 * Opens a file, an address or standard input (`-`); undefined if its format is not supported.
 * @throws {CommandError} if it cannot be read
 */
export async function openSource(path: string, { key, table, signal }: Opening): Promise<Opened | undefined> {
  const url = /^https?:\/\//i.test(path) && URL.canParse(path) ? new URL(path) : undefined;
  if (path === '-') return named(await recognise(await readAll(process.stdin), table), path);
  if (!url) return named(await recognise(await readFile(path), table), basename(path));
  const client = new HttpClient(key, signal);
  const shown = `${url.origin}${url.pathname}`;
  const paged = await first((format) => format.recogniseAddress?.(url, client));
  if (paged) return named(paged, path, shown);
  const bytes = await client.get(url, (download) => {
    if (download.status !== 200) throw new DownloadFailed(because('refusedBy', url.host, download.status));
    return download.bytes;
  });
  return named(await recognise(bytes, table), path, shown);
}

function named(recognised: RecognisedSource | undefined, name: string, label = name): Opened | undefined {
  return recognised && { ...recognised, label, source: withoutSecrets(recognised.source ?? name) };
}

export function withoutSecrets(source: string): string {
  if (!/^https?:/i.test(source)) return source;
  if (!URL.canParse(source)) return source.replace(/\/\/.*@/s, '//');
  const address = new URL(source);
  [address.username, address.password, address.hash] = ['', '', ''];
  return address.href;
}
