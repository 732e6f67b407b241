import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/** Runs work that creates a file or a folder, and removes it afterwards, also if the command is interrupted. */
export async function withTemporaryPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  const interrupted = () => {
    rmSync(path, { recursive: true, force: true });
    process.exit(130);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await work();
  } finally {
    await rm(path, { recursive: true, force: true });
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}
