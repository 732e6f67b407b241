const ROOT = '/en/cal/events/v1';

/** Milliseconds after which a client gives up; the service answers within five seconds. */
const PATIENCE = 20_000;

export interface Reply {
  /** 0 where the connection was lost, so that it is not known whether the request was done. */
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export async function ask(port: number, path: string, method = 'GET', key?: string, body?: object): Promise<Reply> {
  const headers = { 'Content-Type': 'application/json', ...(key !== undefined && { Authorization: `Bearer ${key}` }) };
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const sent = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`http://127.0.0.1:${port}${ROOT}${path}`, sent);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  } catch {
    return { status: 0, body: {} };
  }
}

interface Change {
  kind: string;
  id: number;
  change: 'upsert' | 'delete';
  record?: Record<string, unknown>;
}

/** Records by resource and id. */
export type Copy = Map<string, Record<string, unknown>>;

/** Keeps a copy of what everybody may see, by the one loop that a client needs. */
export class Follower {
  readonly copy: Copy = new Map();
  /** The records that it was ever told of, by resource and id. */
  readonly heard = new Set<string>();
  pages = 0;
  private next: string | undefined;

  /** @param port of the instance that is asked next */
  async catchUp(port: () => number): Promise<void> {
    for (;;) {
      const since = this.next === undefined ? '' : `&since=${this.next}`;
      const { status, body } = await ask(port(), `/changes?records=true&embedded=true&limit=50${since}`);
      if (status === 503 || status === 0) continue;
      if (status !== 200) throw new Error(`The changes were answered with ${status}: ${JSON.stringify(body)}`);
      for (const { kind, id, change, record } of body['changes'] as Change[]) {
        this.heard.add(`${kind} ${id}`);
        if (change === 'upsert') this.copy.set(`${kind} ${id}`, record!);
        else this.copy.delete(`${kind} ${id}`);
      }
      this.pages += 1;
      this.next = body['next'] as string;
      if (!body['more']) return;
    }
  }
}

const LISTS: Record<string, string> = {
  events: 'from=1000-01-01&to=9999-12-30',
  venues: '',
  organizers: '',
  categories: 'hide_empty=false',
  tags: 'hide_empty=false',
};

/** Everything that lists show, page by page. */
export async function publicState(port: number): Promise<Copy> {
  const copy: Copy = new Map();
  for (const [kind, query] of Object.entries(LISTS))
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { status, body } = await ask(port, `/${kind}?${query}&per_page=100&page=${page}`);
      if (status !== 200) throw new Error(`${kind} were answered with ${status}: ${JSON.stringify(body)}`);
      pages = body['total_pages'] as number;
      for (const record of body[kind] as { id: number }[]) copy.set(`${kind} ${record.id}`, record);
    }
  return copy;
}
