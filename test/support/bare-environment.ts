/** The zone of the machine, and the variables of a clock that `scripts/moments.js` has shifted. */
const CLOCK = /^(?:TZ|LD_PRELOAD|FAKETIME.*)$/;

/** The environment of a program that must not see the variables of the tests: where programs are, and what time it is. */
export function bareEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => name === 'PATH' || CLOCK.test(name));
  return Object.fromEntries(entries) as Record<string, string>;
}
