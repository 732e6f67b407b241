import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { recognise, recogniseAddress } from '../formats.js';
import { because } from '../messages.js';
import { type RecognisedSource } from '../record.js';
import { DownloadFailed, HttpClient, readAll } from './http-client.js';

/** Standard input. */
const STDIN = '-';

export interface Opened extends RecognisedSource {
  /** The name in the report. */
  readonly label: string;
  /** The key in the table of imports, without secrets. */
  readonly source: string;
}

export interface Opening {
  /** `user:password` or a token, for addresses. */
  readonly key?: string | undefined;
  readonly mapping?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Opens a file, an address (`http:` or `https:`) or standard input (`-`).
 * @returns undefined if its format is not supported
 * @throws {RecordError} if it cannot be read
 */
export async function openSource(path: string, { key, mapping, signal }: Opening): Promise<Opened | undefined> {
  const url = /^https?:\/\//i.test(path) && URL.canParse(path) ? new URL(path) : undefined;
  if (!url) {
    const bytes = path === STDIN ? await readAll(process.stdin) : await readFile(path);
    return named(recognise(bytes, mapping), path === STDIN ? STDIN : basename(path));
  }
  const client = new HttpClient(key, signal);
  const address = withoutSecrets(url);
  const shown = `${url.origin}${url.pathname}`;
  const paged = recogniseAddress(url, client);
  if (paged) return named(paged, address, shown);
  const bytes = await client.get(url, (download) => {
    if (download.status !== 200)
      throw new DownloadFailed(because((messages) => messages.refusedBy(url.host, download.status)));
    return download.bytes;
  });
  return named(recognise(bytes, mapping), address, shown);
}

function named(recognised: RecognisedSource | undefined, name: string, label = name): Opened | undefined {
  return recognised && { ...recognised, label, source: recognised.source ?? name };
}

/** Removes the key from an address. */
function withoutSecrets(url: URL): string {
  const address = new URL(url);
  [address.username, address.password, address.hash] = ['', '', ''];
  return address.href;
}
