import { type TestCalendar } from '../test-calendar.js';
import { type BadRequest, shown } from './bad-request.js';
import { type Generator } from './generator.js';
import { wasPolluted } from './prototypes.js';
import { type Reply, Sender } from './sender.js';
import { smallest } from './smallest.js';
import { changes, mayBeSchedule, type State, Stored } from './stored.js';
import { type Claim, type Verdict, verdictOf } from './verdict.js';
import { makeWorld } from './world.js';

/** How many faults of a kind are looked into. */
const ENOUGH = 3;

const CONNECTIONS = 8;

/** What became of all requests. */
export class Trial {
  /** The smallest requests that show what is wrong, by what should be. */
  readonly faults = new Map<Claim, string[]>();
  readonly statuses = new Map<number, number>();
  sent = 0;

  private constructor(
    private readonly calendar: TestCalendar,
    private readonly sender: Sender,
    private readonly stored: Stored,
  ) {}

  static async of(calendar: TestCalendar): Promise<Trial> {
    return new Trial(calendar, new Sender(calendar, CONNECTIONS), await Stored.in(calendar));
  }

  /** Sends a block of requests: what may store nothing at once, and what may one after the other. */
  async run(generator: Generator, block: number, size: number): Promise<void> {
    const requests = generator.block(await makeWorld(this.calendar, block), size);
    await this.together(requests.filter(storesNothing));
    await this.oneByOne(requests.filter((request) => !storesNothing(request)));
  }

  close(): void {
    this.sender.close();
  }

  private async together(requests: readonly BadRequest[]): Promise<void> {
    const before = await this.stored.state();
    const left = requests.values();
    const worker = async () => {
      for (const request of left) await this.note(request, verdict(request, await this.reply(request)));
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    const changed = changes(before, await this.stored.state());
    if (changed.length === 0) return;
    for (const request of requests) await this.note(request, await this.judged(request));
    const isKnown = this.faults.has('stores nothing') || mayBeSchedule(changed);
    if (!isKnown) await this.note(requests[0]!, stored(`Of ${requests.length} requests from this one on`, changed));
  }

  private async oneByOne(requests: readonly BadRequest[]): Promise<void> {
    let before = await this.stored.state();
    for (const request of requests) {
      const reply = await this.reply(request);
      const after = await this.stored.state();
      const found = verdict(request, reply) ?? thriftOf(request, reply, before, after);
      const isDoubtful = found?.claim === 'stores nothing' && mayBeSchedule(changes(before, after));
      before = after;
      if (found) await this.note(request, isDoubtful ? await this.judged(request) : found);
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
  private async judged(request: BadRequest): Promise<Verdict | undefined> {
    const before = await this.stored.state();
    const reply = await this.reply(request);
    return verdict(request, reply) ?? thriftOf(request, reply, before, await this.stored.state());
  }

  private async note(request: BadRequest, found: Verdict | undefined): Promise<void> {
    if (!found) return;
    const { claim } = found;
    const known = this.faults.get(claim) ?? [];
    if (known.length >= ENOUGH) return;
    this.faults.set(claim, [...known, '']);
    const least = await smallest(request, async (smaller) => (await this.judged(smaller))?.claim === claim);
    const { says } = (await this.judged(least)) ?? found;
    this.faults.set(claim, this.faults.get(claim)!.with(known.length, `${says}\n\n${shown(least)}\n`));
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

function thriftOf(request: BadRequest, { status }: Reply, before: State, after: State): Verdict | undefined {
  const changed = changes(before, after);
  if (changed.length === 0 || (status < 400 && !storesNothing(request))) return undefined;
  return stored(`It answers ${status}`, changed);
}

function stored(what: string, changed: readonly string[]): Verdict {
  return { claim: 'stores nothing', says: `${what}, and yet something was stored: ${changed.join(', ')}` };
}

/** A connection that ends without an answer is as bad as a 500. */
function unanswered(error: unknown): Reply {
  return { status: 599, headers: {}, text: String(error) };
}
