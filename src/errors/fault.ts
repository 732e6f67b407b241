import { ApiError } from './api-error.js';
import { type Messages, type Wording } from './messages.js';

/** What is wrong with one value. */
export class Fault {
  constructor(readonly wording: Wording) {}

  /** The value is required and absent: reported as missing, not as invalid. */
  static readonly missing = new Fault((messages) => messages.required);

  /** Null was sent for what cannot be without a value: missing as well, in other words. */
  static readonly emptied = new Fault((messages) => messages.notEmptied);
}

/** What is wrong inside a nested value, by the path below it: `fr.title`, `[0].city`; '' where it is the value itself. */
export class NestedFaults {
  constructor(readonly byPath: ReadonlyMap<string, Fault>) {}
}

export function isFault(value: unknown): value is Fault | NestedFaults {
  return value instanceof Fault || value instanceof NestedFaults;
}

/** All faults of one request, collected so that they are reported at once. */
export class Faults {
  private readonly byField = new Map<string, Fault>();

  /** Keeps the first fault of a field: later checks often stumble over the same value. */
  add(field: string, fault: Fault | NestedFaults | Wording): void {
    if (fault instanceof NestedFaults) {
      for (const [path, nested] of fault.byPath)
        this.add(path === '' || path.startsWith('[') ? field + path : `${field}.${path}`, nested);
    } else if (!this.byField.has(field)) {
      this.byField.set(field, fault instanceof Fault ? fault : new Fault(fault));
    }
  }

  has(field: string): boolean {
    return this.byField.has(field);
  }

  /** Whether something inside a field, or all of it, is wrong. */
  concern(field: string): boolean {
    return [...this.byField.keys()].some((name) => name === field || name.startsWith(`${field}.`));
  }

  /** On an update nothing is missing: what was told so was sent as null. Records that the body brings along are new. */
  refuseEmptied(): void {
    for (const [field, fault] of this.byField)
      if (fault === Fault.missing && !field.includes('[')) this.byField.set(field, Fault.emptied);
  }

  get all(): ReadonlyMap<string, Fault> {
    return this.byField;
  }

  /** @throws {InvalidParameters} with every fault collected so far */
  throwIfAny(): void {
    if (this.byField.size > 0) throw new InvalidParameters(this.byField);
  }
}

/** All bad parameters of a request: `rest_missing_callback_param` where they are only absent. */
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
