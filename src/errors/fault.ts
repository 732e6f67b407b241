import { ApiError } from './api-error.js';
import { type Messages, type Wording } from '../i18n/messages.js';

/** The error of one value. */
export class Fault {
  constructor(readonly wording: Wording) {}

  /** The value is required and absent: reported as missing, not as invalid. */
  static readonly missing = new Fault((messages) => messages.required);

  /** Null was sent for a required value: reported as missing too, with another message. */
  static readonly emptied = new Fault((messages) => messages.notEmptied);
}

/** The errors of a request, collected to report them together. */
export class Faults {
  private readonly byField = new Map<string, Fault>();

  /** Keeps the first error of a field; later ones are often consequences. */
  add(field: string, fault: Fault | Wording): void {
    if (!this.byField.has(field)) this.byField.set(field, fault instanceof Fault ? fault : new Fault(fault));
  }

  /** Adds the errors of a nested record, with paths below its field. */
  addWithin(field: string, faults: ReadonlyMap<string, Fault>): void {
    for (const [path, fault] of faults) this.add(`${field}.${path}`, fault);
  }

  has(field: string): boolean {
    return this.byField.has(field);
  }

  get all(): ReadonlyMap<string, Fault> {
    return this.byField;
  }

  /** @throws {InvalidParameters} with all errors so far */
  throwIfAny(): void {
    if (this.byField.size > 0) throw new InvalidParameters(this.byField);
  }
}

/** All invalid parameters of a request; `rest_missing_callback_param` if they are only missing. */
export class InvalidParameters extends ApiError {
  constructor(readonly faults: ReadonlyMap<string, Fault>) {
    const names = [...faults.keys()].join(', ');
    const all = [...faults.values()];
    const onlyEmptied = all.every((fault) => fault === Fault.emptied);
    const onlyMissing = all.every((fault) => fault === Fault.missing || fault === Fault.emptied);
    const missing: Wording = (messages) =>
      onlyEmptied ? messages.emptiedParameters(names) : messages.missingParameters(names);
    super(
      400,
      onlyMissing ? 'rest_missing_callback_param' : 'rest_invalid_param',
      onlyMissing ? missing : (messages) => messages.invalidParameters(names),
    );
  }

  override data(messages: Messages): Record<string, unknown> {
    if (this.code === 'rest_missing_callback_param') return { params: [...this.faults.keys()] };
    return { params: Object.fromEntries([...this.faults].map(([field, fault]) => [field, fault.wording(messages)])) };
  }
}

/**
 * Turns a raw value into a typed one, or into an error. Never throws.
 *
 * `raw` is any JSON value (from a body), or text or a list of texts (from a query or form). Absent and empty values
 * never reach a parser.
 */
export type Parser<T> = (raw: unknown) => T | Fault;

/** A parser of one value. It takes a list of one (`key[]=5`) as that value, and refuses a list of several. */
export function single<T>(parse: (value: unknown) => T | Fault): (raw: unknown) => T | Fault {
  return (raw) => {
    if (!Array.isArray(raw) || raw.length === 0) return parse(raw);
    return raw.length === 1 ? parse(raw[0]) : new Fault((messages) => messages.givenTwice);
  };
}
