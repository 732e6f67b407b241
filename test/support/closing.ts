/** Functions that close what is still open; `closeAll` runs them after each suite. */
const pendingCloses = new Set<() => Promise<void>>();

/** Closes what a suite has left open, whatever has failed: Jest would wait for open handles. */
export async function closeAll(): Promise<void> {
  for (const close of [...pendingCloses].reverse()) await close();
}

/** Registers a function that is called once: by the test, or by `closeAll`. */
export function registerClose(close: () => Promise<unknown>): () => Promise<void> {
  const once = async () => void (pendingCloses.delete(once) && (await close()));
  pendingCloses.add(once);
  return once;
}
