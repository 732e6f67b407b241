/** For tests: what they use of database-server.js. */
export interface Server {
  /** Names the administrator's account, without a password, and an empty database. */
  readonly url: string;
  /** Ends the server and deletes its folder. */
  stop(): Promise<void>;
  /** Ends it as a crash does; what is in `dataFolder` stays. */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): boolean;
}

export interface ServerUse {
  readonly settings?: readonly string[];
  readonly dataFolder?: string;
  readonly inMemory?: boolean;
  readonly through?: readonly string[];
}

export function findServers(): { name: 'MariaDB' | 'MySQL'; program: string }[];
export function startServer(program: string, use?: ServerUse): Promise<Server>;
