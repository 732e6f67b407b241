import { type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Work } from './database.js';
import { type Waiter } from './waiter.js';
import { type Found, type Replica } from './replica.js';

/** The servers that follow the database (`DATABASE_REPLICA_URL`), which are read from in turn. */
export class Replicas implements OnApplicationBootstrap, OnApplicationShutdown {
  private turn = 0;

  constructor(private readonly all: readonly Replica[]) {}

  /** Whether there are any, away or not. */
  get exist(): boolean {
    return this.all.length > 0;
  }

  onApplicationBootstrap(): void {
    for (const replica of this.all) replica.open();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.all.map((replica) => replica.close()));
  }

  /**
   * Reads from a replica that holds all that is in a version of the data.
   * @returns undefined where none does, or none can be reached: the database itself is to be read then
   */
  async read<T>(work: Work<T>, version: number, waiter: Waiter): Promise<Found<T> | undefined> {
    const usable = this.all.filter(({ isUsable }) => isUsable);
    this.turn += 1;
    return usable[this.turn % usable.length]?.read(work, version, waiter);
  }
}
