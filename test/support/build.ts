import { execFileSync } from 'node:child_process';

/** Brings dist/ up to date, for tests that start the service or a command as a process. */
export function build(): void {
  execFileSync(process.execPath, ['scripts/prepare.js'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
