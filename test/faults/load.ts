import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = '/en/cal/events/v1';

/** Milliseconds after which a client gives up; the service answers within five seconds. */
const PATIENCE = 20_000;

/** Creations that are sent again at the same time. */
const ABREAST = 16;

/** The writes of an event that were tried, and those that were acknowledged. */
export interface Entry {
  readonly number: number;
  readonly idempotencyKey: string;
  /** Absent until its creation was acknowledged. */
  id?: number;
  /** The last version that was acknowledged, and the last one that was sent. */
  acknowledged: number;
  sent: number;
  deletion?: 'sent' | 'acknowledged';
}

interface Reply {
  /** 0 where the connection was lost. */
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Records that every event is linked to. */
export interface Targets {
  readonly venue: number;
  readonly categories: number[];
  readonly tags: number[];
}

/** Clients that create, change and delete events without a pause, and remember each response. */
export class Load {
  acknowledged = 0;
  /** Requests that failed: no response, or a status of 500 and above. */
  failed = 0;
  /** How often each status was answered. */
  readonly statuses = new Map<number, number>();
  /** Milliseconds of the slowest response of any status. */
  worstAnswer = 0;
  /** When the last write was acknowledged that was sent after `since`. */
  private firstAfter: { since: number; at?: number } = { since: Infinity };
  private isRunning = true;
  private running: Promise<unknown> = Promise.resolve();

  /**
   * @param port of the instance that is asked next
   * @param entries of all loads so far: this one adds its own
   */
  constructor(
    private readonly port: () => number,
    private readonly key: string,
    private readonly targets: Targets,
    private readonly entries: Entry[],
  ) {}

  start(clients: number): void {
    this.running = Promise.all(Array.from({ length: clients }, () => this.client()));
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.running;
  }

  /** Milliseconds from now until a write succeeds that is sent from now on; undefined after the patience. */
  async untilWritten(patience: number): Promise<number | undefined> {
    const since = performance.now();
    this.firstAfter = { since };
    while (performance.now() - since < patience) {
      if (this.firstAfter.at !== undefined) return this.firstAfter.at - since;
      await sleep(5);
    }
    return undefined;
  }

  /** Repeats, with the same keys, the creations whose outcome is unknown. @returns how many stay unknown */
  async settle(patience: number): Promise<number> {
    const end = performance.now() + patience;
    const isUnknown = ({ id }: Entry) => id === undefined;
    while (this.entries.some(isUnknown) && performance.now() < end) {
      const unknown = this.entries.filter(isUnknown);
      // Many at once take no longer than the key of each is held.
      for (let at = 0; at < unknown.length; at += ABREAST)
        await Promise.all(unknown.slice(at, at + ABREAST).map((entry) => this.create(entry)));
      await sleep(500);
    }
    return this.entries.filter(isUnknown).length;
  }

  async send(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Reply> {
    const start = performance.now();
    const headers = {
      Authorization: `Bearer ${this.key}`,
      'Content-Type': 'application/json',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    };
    const url = `http://127.0.0.1:${this.port()}${ROOT}${path}`;
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const response = await fetch(url, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) });
      const reply = { status: response.status, body: (await response.json()) as Record<string, unknown> };
      this.note(method, response.status, start);
      return reply;
    } catch (error) {
      this.failed += 1;
      if (error instanceof Error && error.name === 'TimeoutError') this.note(method, 0, start);
      return { status: 0, body: {} };
    }
  }

  /** Reads without a key. */
  async look(path: string): Promise<Reply> {
    const response = await fetch(`http://127.0.0.1:${this.port()}${ROOT}${path}`);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  private note(method: string, status: number, start: number): void {
    const now = performance.now();
    this.worstAnswer = Math.max(this.worstAnswer, now - start);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status >= 500) this.failed += 1;
    if (method === 'GET' || status === 0 || status >= 300) return;
    this.acknowledged += 1;
    if (start >= this.firstAfter.since) this.firstAfter.at ??= now;
  }

  private async client(): Promise<void> {
    const mine: Entry[] = [];
    while (this.isRunning) {
      const known = mine.filter(({ id, deletion }) => id !== undefined && deletion === undefined);
      const entry = known[Math.floor(Math.random() * known.length)];
      const dice = Math.random();
      if (!entry || dice < 0.5) {
        const created = this.entry();
        mine.push(created);
        if (!(await this.create(created))) await sleep(20);
      } else if (!(await (dice < 0.9 ? this.update(entry) : this.delete(entry)))) await sleep(20);
    }
  }

  private entry(): Entry {
    const number = this.entries.length;
    const entry: Entry = { number, idempotencyKey: `fault-${number}`, acknowledged: 0, sent: 1 };
    this.entries.push(entry);
    return entry;
  }

  private async create(entry: Entry): Promise<boolean> {
    const day = String(1 + (entry.number % 28)).padStart(2, '0');
    const times = { start_date: `2027-03-${day} 10:00:00`, end_date: `2027-03-${day} 12:00:00` };
    const { status, body } = await this.send(
      'POST',
      '/events',
      { ...times, ...this.targets, translations: textsOf(entry.number, 1) },
      entry.idempotencyKey,
    );
    if (status !== 201) return false;
    entry.id = body.id as number;
    entry.acknowledged = Math.max(1, entry.acknowledged);
    return true;
  }

  private async update(entry: Entry): Promise<boolean> {
    entry.sent += 1;
    const version = entry.sent;
    const translations = textsOf(entry.number, version);
    const { status } = await this.send('PATCH', `/events/${entry.id}`, { translations });
    if (status === 200) entry.acknowledged = version;
    return status === 200;
  }

  private async delete(entry: Entry): Promise<boolean> {
    entry.deletion = 'sent';
    const { status } = await this.send('DELETE', `/events/${entry.id}?force=true`);
    if (status === 200) entry.deletion = 'acknowledged';
    return status === 200;
  }
}

/** Both languages say the same number and version: one without the other is half a write. */
function textsOf(number: number, version: number): object {
  const title = `Fault ${number} v${version}`;
  return { en: { title }, fr: { title } };
}
