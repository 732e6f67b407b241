import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEBIBYTE = Buffer.alloc(2 ** 20);
const PAGE = Buffer.alloc(4096);

/** Mounts a tmpfs, prints `mounted`, and keeps it until stdin is closed. */
const HOLD = 'mount -t tmpfs -o "size=$1m,mode=700" tmpfs "$2" && echo mounted && exec cat';

/**
 * A small file system in memory (tmpfs), in its own user and mount namespace, which needs no privileges on most Linux
 * systems. Only processes in the namespace see it, and it disappears with the last of them.
 */
export class SmallDisk {
  private constructor(
    /** The mount point inside the namespace. */
    readonly folder: string,
    private readonly holder: ChildProcess,
  ) {}

  /** @returns undefined if the system does not permit such namespaces */
  static async mount(mebibytes: number): Promise<SmallDisk | undefined> {
    const folder = mkdtempSync(join(tmpdir(), 'calendar-disk-'));
    const args = ['--map-root-user', '--mount', 'sh', '-c', HOLD, 'sh', String(mebibytes), folder];
    const holder = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'ignore'] });
    const isMounted = await Promise.race([
      once(holder.stdout, 'data').then(() => true),
      once(holder, 'close').then(() => false),
      once(holder, 'error').then(() => false),
    ]);
    if (isMounted) return new SmallDisk(folder, holder);
    rmSync(folder, { recursive: true });
    return undefined;
  }

  /** The wrapper command that runs a program inside the namespace. */
  get through(): string[] {
    return ['nsenter', '--target', String(this.holder.pid), '--user', '--mount', '--preserve-credentials', '--wd'];
  }

  /** The path of a file for processes outside the namespace. */
  outside(name: string): string {
    return join(`/proc/${this.holder.pid}/root`, this.folder, name);
  }

  /** Leaves no room at all. */
  fill(): void {
    for (const piece of [MEBIBYTE, PAGE]) {
      try {
        for (;;) appendFileSync(this.ballast, piece);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  }

  free(): void {
    rmSync(this.ballast, { force: true });
  }

  async stop(): Promise<void> {
    const gone = once(this.holder, 'close');
    this.holder.stdin!.end();
    await gone;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get ballast(): string {
    return this.outside('ballast');
  }
}
