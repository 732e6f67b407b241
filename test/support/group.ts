import { closeAll } from './closing.js';

interface Group {
  readonly databaseUrl: string;
  /** `title` names the suite in reports; `file` is an absolute path. */
  readonly suites: readonly { readonly title: string; readonly file: string }[];
}

/** Runs suites in this process, one after the other. `scripts/lib/groups.js` writes the files that call it. */
export function runGroup({ databaseUrl, suites }: Group): void {
  process.env.TEST_DATABASE_URL = databaseUrl;
  for (const { title, file } of suites)
    describe(title, () => {
      try {
        jest.requireActual(file);
      } catch (error) {
        it('loads', () => {
          throw error;
        });
      }
      afterAll(closeAll);
    });
}
