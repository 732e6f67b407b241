/** A Tuesday at noon in Toronto, before most of the fixed dates of tests. */
const PRESENT = Date.parse('2026-12-01T12:00:00-05:00');

/**
 * Lets `Date` begin here and run on while the tests of a suite run, also for the service that they start in this process.
 * It is for suites whose events have fixed dates that must not be over, or must be in the default list: they would fail
 * in later years.
 */
export function fixPresent(): void {
  const RealDate = Date;
  beforeAll(() => {
    const offset = PRESENT - RealDate.now();
    const now = () => RealDate.now() + offset;
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given: unknown[], newTarget) =>
        Reflect.construct(target, given.length > 0 ? given : [now()], newTarget) as Date,
      get: (target, key, receiver): unknown => (key === 'now' ? now : Reflect.get(target, key, receiver)),
    });
  });
  afterAll(() => {
    globalThis.Date = RealDate;
  });
}
