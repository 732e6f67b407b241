import { get, set } from 'react-hook-form';
import { changedPaths, comparable, type Values } from './body';

/** Three versions of a record: what both began with, and what each made of it. */
interface Versions {
  readonly before: Values;
  readonly mine: Values;
  readonly theirs: Values;
}

export interface Conflict extends Versions {
  readonly kind: string;
  /** The fields that this form changes. */
  readonly changed: readonly string[];
  /** The fields that both have changed, to different values. */
  readonly paths: readonly string[];
}

/** Compares two changes of one record with the version that both have read (a three-way merge). */
export function conflictOf(kind: string, versions: Versions): Conflict {
  const { before, mine, theirs } = versions;
  const changed = changedPaths(kind, before, mine);
  const changedByThem = changedPaths(kind, before, theirs);
  const differs = (path: string) =>
    comparable(path, get(mine, path), false) !== comparable(path, get(theirs, path), false);
  return { kind, ...versions, changed, paths: changed.filter((path) => changedByThem.includes(path) && differs(path)) };
}

/** Their version, with what I changed; of what both changed, the side that was chosen. */
export function mergeInto(conflict: Conflict, choices: Readonly<Record<string, 'mine' | 'theirs'>>): Values {
  const merged = structuredClone(conflict.theirs);
  for (const path of conflict.changed) {
    if (conflict.paths.includes(path) && choices[path] !== 'mine') continue;
    set(merged, path, get(conflict.mine, path));
  }
  return merged;
}
