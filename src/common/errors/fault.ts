import { ApiError } from './api-error.js';
import { type Messages, type Wording } from './messages.js';

/** What is wrong with one value. */
export class Fault {
  constructor(readonly wording: Wording) {}

  /** The value is required and absent: reported as missing, not as invalid. */
  static readonly missing = new Fault((messages) => messages.required);
}

/** What is wrong inside a nested value, by the path below it: `fr.title`, `[0].city`. */
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
        this.add(path.startsWith('[') ? field + path : `${field}.${path}`, nested);
    } else if (!this.byField.has(field)) {
      this.byField.set(field, fault instanceof Fault ? fault : new Fault(fault));
    }
  }

  has(field: string): boolean {
    return this.byField.has(field);
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
    const onlyMissing = [...faults.values()].every((fault) => fault === Fault.missing);
    super(
      400,
      onlyMissing ? 'rest_missing_callback_param' : 'rest_invalid_param',
      onlyMissing ? (messages) => messages.missingParameters(names) : (messages) => messages.invalidParameters(names),
    );
  }

  override data(messages: Messages): Record<string, unknown> {
    if (this.code === 'rest_missing_callback_param') return { params: [...this.faults.keys()] };
    return { params: Object.fromEntries([...this.faults].map(([field, fault]) => [field, fault.wording(messages)])) };
  }
}
