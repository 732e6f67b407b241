import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PeriodicTask } from './periodic-task.js';

let runs = 0;

@Injectable()
class Counting extends PeriodicTask {
  protected readonly interval = 5;

  run(): Promise<void> {
    runs += 1;
    return Promise.resolve();
  }
}

@Module({ providers: [Counting] })
class Counted {}

const someIntervals = () => new Promise((resolve) => setTimeout(resolve, 100));

describe('a periodic task', () => {
  beforeEach(() => {
    runs = 0;
  });

  it('runs repeatedly until the service ends', async () => {
    const app = await NestFactory.create(Counted, { logger: false });
    await app.init();
    await someIntervals();
    await app.close();
    const before = runs;
    expect(before).toBeGreaterThan(1);
    await someIntervals();
    expect(runs).toBe(before);
  });

  it('does not run in commands', async () => {
    const command = await NestFactory.createApplicationContext(Counted, { logger: false });
    await someIntervals();
    await command.close();
    expect(runs).toBe(0);
  });
});
