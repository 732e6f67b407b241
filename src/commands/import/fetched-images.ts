import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import PQueue from 'p-queue';
import { ImagesService } from '../../calendar/images/images.service.js';
import { imageUrl } from '../../calendar/records/images/image.dto.js';
import { type Caller } from '../../http/role.js';
import { Site } from '../../http/urls/site.js';
import { isPlainObject } from '../../http/validation/body-fields.js';
import { ApiError } from '../../lib/errors/api-error.js';
import { CommandError, type Sentence } from '../../lib/errors/command-error.js';
import { Settings } from '../../lib/config/settings.js';
import { messages } from '../../lib/i18n/messages.js';
import { isAbsoluteUrl } from '../../lib/text/web-address.js';
import { DownloadFailed, HttpClient } from './http-client.js';
import { because } from './messages.js';
import { type AnyEntry, type Body, type Entries, isRefused, type Occurrence, relationsOf } from './record.js';

/** Images that are downloaded at the same time, and entries that are read ahead for them. */
const AT_ONCE = 6;
const ENTRIES_AHEAD = 12;

/** Seconds after which an address that sends nothing is given up. */
const SILENCE = 20;

const TRIES = 2;
const MEBIBYTE = 1024 * 1024;

/** Downloads the images of imported records into the store. One that fails stays an address, and is reported. */
@Injectable()
export class FetchedImages {
  /** The addresses of stored images by the addresses of the source, which those that failed keep. */
  private readonly known = new Map<string, Promise<string>>();
  private readonly downloads = new PQueue({ concurrency: AT_ONCE });
  private failures: Sentence[] = [];

  constructor(
    private readonly images: ImagesService,
    private readonly site: Site,
    private readonly settings: Settings,
  ) {}

  /** The entries in their order, with the addresses of stored images, and a note for each image that failed. */
  async *withImages(entries: Entries, caller: NonNullable<Caller>, signal: AbortSignal): AsyncIterable<AnyEntry> {
    const limits = { tries: TRIES, bytes: this.settings.uploadMaxMegabytes * MEBIBYTE, silence: SILENCE };
    const client = new HttpClient(undefined, signal, limits);
    const fetchBody = <B extends Body>(body: B) => this.fetchBody(body, (url) => this.fetch(url, client, caller));
    const ahead: Promise<AnyEntry>[] = [];
    for await (const entry of entries) {
      const changed = withBodies(entry, fetchBody);
      // Its error is thrown when it is its turn.
      changed.catch(() => undefined);
      ahead.push(changed);
      if (ahead.length >= ENTRIES_AHEAD) yield* this.finished(ahead.shift()!);
    }
    for (const changed of ahead) yield* this.finished(changed);
  }

  private async *finished(entry: Promise<AnyEntry>): AsyncIterable<AnyEntry> {
    yield await entry;
    for (const note of this.failures.splice(0)) yield { note };
  }

  private async fetchBody<B extends Body>(body: B, fetchImage: (url: string) => Promise<string>): Promise<B> {
    const { image, translations } = body;
    const changed: Record<string, unknown> = {};
    if (typeof image === 'string' && isAbsoluteUrl(image)) changed.image = await fetchImage(image);
    if (isPlainObject(translations)) {
      const texts = Object.entries(translations).map(
        async ([language, text]) =>
          [language, isPlainObject(text) ? await this.fetchBody(text, fetchImage) : text] as const,
      );
      changed.translations = Object.fromEntries(await Promise.all(texts));
    }
    return { ...body, ...changed };
  }

  private fetch(address: string, client: HttpClient, caller: NonNullable<Caller>): Promise<string> {
    const found = this.known.get(address) ?? this.downloads.add(() => this.download(address, client, caller));
    this.known.set(address, found);
    return found;
  }

  /** @returns the address of the stored image; the given one if that failed, which is reported */
  private async download(address: string, client: HttpClient, caller: NonNullable<Caller>): Promise<string> {
    try {
      const bytes = await client.get(new URL(address), ({ status, bytes }) => {
        if (status !== 200) throw new DownloadFailed(because('refusedBy', new URL(address).host, status));
        return Buffer.from(bytes);
      });
      const name = basename(new URL(address).pathname);
      const { image } = await this.images.keep({ name, bytes }, caller);
      return imageUrl(image, this.site.urls);
    } catch (error) {
      const reason = reasonOf(error);
      if (!reason) throw error;
      this.failures.push((language) => because('imageNotFetched', address, reason(language))(language));
      return address;
    }
  }
}

function reasonOf(error: unknown): Sentence | undefined {
  if (error instanceof CommandError) return error.reason;
  return error instanceof ApiError ? (language) => error.wording(messages[language]) : undefined;
}

/** An entry whose bodies a function has changed. */
async function withBodies(entry: AnyEntry, change: <B extends Body>(body: B) => Promise<B>): Promise<AnyEntry> {
  if ('note' in entry || 'isPublicOnly' in entry || isRefused(entry)) return entry;
  if ('related' in entry) return { ...entry, related: { ...entry.related, body: await change(entry.related.body) } };
  const changeDate = async (date: Occurrence): Promise<Occurrence> => {
    const relations: Record<string, unknown> = {};
    for (const [kind, sources] of relationsOf(date)) {
      const changed = [];
      for (const source of sources) changed.push({ ...source, body: await change(source.body) });
      relations[kind] = changed;
    }
    return { ...date, details: await change(date.details), ...(date.relations && { relations }) };
  };
  const occurrences = [];
  for (const date of entry.occurrences) occurrences.push(await changeDate(date));
  return { ...entry, occurrences, ...(entry.model && { model: await changeDate(entry.model) }) };
}
