import { execFileSync } from 'node:child_process';

/** Brings dist/ up to date with the sources; does nothing where it is. For tests of processes. */
export function build(): void {
  execFileSync(process.execPath, ['scripts/prepare.js'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
