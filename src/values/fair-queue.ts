/**
 * Those who wait, client by client: each client has one turn in a round, so that whoever sends many waits for himself, and
 * nobody else does.
 */
export class FairQueue<T> {
  /** In the order of their turns. */
  private readonly clients = new Map<string, T[]>();
  private waiting = 0;

  get length(): number {
    return this.waiting;
  }

  /** How many of a client wait. */
  of(client: string): number {
    return this.clients.get(client)?.length ?? 0;
  }

  push(client: string, one: T): void {
    const own = this.clients.get(client);
    if (own) own.push(one);
    else this.clients.set(client, [one]);
    this.waiting += 1;
  }

  /** Takes the one whose turn it is. */
  shift(): T | undefined {
    const [first] = this.clients;
    if (!first) return undefined;
    const [client, own] = first;
    const one = own.shift();
    // To the end of the round.
    this.clients.delete(client);
    if (own.length > 0) this.clients.set(client, own);
    this.waiting -= 1;
    return one;
  }

  /** How many have their turns before one more of this client would have its own. */
  before(client: string): number {
    let rounds = this.of(client) + 1;
    let turns = 0;
    for (const [one, { length }] of this.clients) {
      // In the round of its own, those who come after it in the order are after it.
      if (one === client) rounds -= 1;
      turns += Math.min(rounds, length);
    }
    return turns;
  }

  /**
   * Takes the last one of the client that has the most waiting, where that leaves it no fewer than this client would have
   * with one more.
   */
  makePlace(client: string): T | undefined {
    let greediest: T[] | undefined;
    let most = this.of(client) + 1;
    for (const own of this.clients.values()) if (own.length > most) [greediest, most] = [own, own.length];
    if (greediest) this.waiting -= 1;
    return greediest?.pop();
  }

  /** Takes all that are meant. */
  drop(isMeant: (one: T) => boolean): T[] {
    const dropped: T[] = [];
    for (const [client, own] of [...this.clients]) {
      const left = own.filter((one) => !isMeant(one));
      if (left.length === own.length) continue;
      dropped.push(...own.filter(isMeant));
      if (left.length > 0) this.clients.set(client, left);
      else this.clients.delete(client);
    }
    this.waiting -= dropped.length;
    return dropped;
  }
}
