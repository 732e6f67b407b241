export interface Server {
  readonly name: string;
  readonly url: string;
}

/** A suite on one database, SQLite if there is no server. */
export interface Run {
  readonly path: string;
  readonly server?: Server;
}

export const ofTheEngine: readonly string[];
export const ofAnotherEngine: readonly string[];
export const leftToRest: readonly string[];
export const inParts: readonly string[];
export function allSuites(): string[];
export function runsOf(command: 'test' | 'rest' | 'full', servers: readonly Server[], names?: readonly string[]): Run[];
