import { type TestCalendar } from '../test-calendar.js';
import { type BadRequest, formatRequest } from './bad-request.js';
import { type Generator } from './generator.js';
import { wasPolluted } from './prototypes.js';
import { type Reply, Sender } from './sender.js';
import { minimizeRequest } from './minimize.js';
import { differences, mayBeFromScheduler, type State, StoredState } from './stored.js';
import { type Claim, type Verdict, verdictOf } from './verdict.js';
import { createRecords } from './test-records.js';

/** Maximum number of failing requests that are minimized for each claim. */
const MAX_FAULTS_PER_CLAIM = 3;

const CONNECTIONS = 8;

/** Sends generated requests and collects those that violate a claim. */
export class Trial {
  /** The minimized failing requests by the claim that they violate. */
  readonly faults = new Map<Claim, string[]>();
  readonly statuses = new Map<number, number>();
  sent = 0;

  private constructor(
    private readonly calendar: TestCalendar,
    private readonly sender: Sender,
    private readonly stored: StoredState,
  ) {}

  static async of(calendar: TestCalendar): Promise<Trial> {
    return new Trial(calendar, new Sender(calendar, CONNECTIONS), await StoredState.in(calendar));
  }

  /** Sends a block of requests: those that must not store anything concurrently, the others sequentially. */
  async run(generator: Generator, block: number, size: number): Promise<void> {
    const requests = generator.block(await createRecords(this.calendar, block), size);
    await this.runConcurrently(requests.filter(storesNothing));
    await this.runSequentially(requests.filter((request) => !storesNothing(request)));
  }

  close(): void {
    this.sender.close();
  }

  private async runConcurrently(requests: readonly BadRequest[]): Promise<void> {
    const before = await this.stored.state();
    const left = requests.values();
    const worker = async () => {
      for (const request of left) await this.recordFault(request, verdict(request, await this.reply(request)));
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    const changed = differences(before, await this.stored.state());
    if (changed.length === 0) return;
    for (const request of requests) await this.recordFault(request, await this.sendAlone(request));
    const isKnown = this.faults.has('stores nothing') || mayBeFromScheduler(changed);
    if (!isKnown)
      await this.recordFault(requests[0]!, stored(`Of ${requests.length} requests from this one on`, changed));
  }

  private async runSequentially(requests: readonly BadRequest[]): Promise<void> {
    let before = await this.stored.state();
    for (const request of requests) {
      const reply = await this.reply(request);
      const after = await this.stored.state();
      const found = verdict(request, reply) ?? storageFault(request, reply, before, after);
      const isDoubtful = found?.claim === 'stores nothing' && mayBeFromScheduler(differences(before, after));
      before = after;
      if (found) await this.recordFault(request, isDoubtful ? await this.sendAlone(request) : found);
      if (found) before = await this.stored.state();
    }
  }

  private async reply(request: BadRequest): Promise<Reply> {
    const reply = await this.sender.send(request).catch((error: unknown) => unanswered(error));
    this.sent += 1;
    this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1);
    return reply;
  }

  /** Sends it alone. */
  private async sendAlone(request: BadRequest): Promise<Verdict | undefined> {
    const before = await this.stored.state();
    const reply = await this.reply(request);
    return verdict(request, reply) ?? storageFault(request, reply, before, await this.stored.state());
  }

  private async recordFault(request: BadRequest, found: Verdict | undefined): Promise<void> {
    if (!found) return;
    const { claim } = found;
    const known = this.faults.get(claim) ?? [];
    if (known.length >= MAX_FAULTS_PER_CLAIM) return;
    this.faults.set(claim, [...known, '']);
    const least = await minimizeRequest(request, async (smaller) => (await this.sendAlone(smaller))?.claim === claim);
    const { says } = (await this.sendAlone(least)) ?? found;
    this.faults.set(claim, this.faults.get(claim)!.with(known.length, `${says}\n\n${formatRequest(least)}\n`));
  }
}

function verdict(request: BadRequest, reply: Reply): Verdict | undefined {
  if (!wasPolluted()) return verdictOf(request, reply);
  return {
    claim: 'leaves the prototypes alone',
    says: `It answers ${reply.status}, and all objects have a new member.`,
  };
}

function storesNothing({ method, role }: BadRequest): boolean {
  return role === null || !['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}

function storageFault(request: BadRequest, { status }: Reply, before: State, after: State): Verdict | undefined {
  const changed = differences(before, after);
  if (changed.length === 0 || (status < 400 && !storesNothing(request))) return undefined;
  return stored(`It answers ${status}`, changed);
}

function stored(what: string, changed: readonly string[]): Verdict {
  return { claim: 'stores nothing', says: `${what}, and yet something was stored: ${changed.join(', ')}` };
}

/** Treats a connection that ends without a response like a 500. */
function unanswered(error: unknown): Reply {
  return { status: 599, headers: {}, text: String(error) };
}
