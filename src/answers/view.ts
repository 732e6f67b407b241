/** Under it a view leads to what it is of, until somebody has looked into it. */
const BEHIND = Symbol('behind');

type Fields = Record<PropertyKey, unknown>;

/** The JSON of an object, and the names of its fields. */
interface Viewed {
  readonly bytes: Buffer;
  readonly fields: readonly string[];
}

/** Reads the fields once somebody looks at them. */
class View implements ProxyHandler<Fields> {
  private isOpen = false;

  constructor(private readonly viewed: Viewed) {}

  get(fields: Fields, name: string | symbol): unknown {
    if (name === BEHIND) return this.isOpen ? undefined : this.viewed;
    // Whoever asks whether it is a promise or a stream does not look into it.
    return Reflect.get(this.viewed.fields.includes(String(name)) ? this.opened(fields) : fields, name);
  }

  has(fields: Fields, name: string | symbol): boolean {
    return Reflect.has(this.opened(fields), name);
  }

  ownKeys(fields: Fields): (string | symbol)[] {
    return Reflect.ownKeys(this.opened(fields));
  }

  getOwnPropertyDescriptor(fields: Fields, name: string | symbol): PropertyDescriptor | undefined {
    return Reflect.getOwnPropertyDescriptor(this.opened(fields), name);
  }

  defineProperty(fields: Fields, name: string | symbol, descriptor: PropertyDescriptor): boolean {
    return Reflect.defineProperty(this.opened(fields), name, descriptor);
  }

  deleteProperty(fields: Fields, name: string | symbol): boolean {
    return Reflect.deleteProperty(this.opened(fields), name);
  }

  preventExtensions(fields: Fields): boolean {
    return Reflect.preventExtensions(this.opened(fields));
  }

  /** What has no fields has nothing to look into: bytes of another format. */
  private opened(fields: Fields): Fields {
    if (this.isOpen || this.viewed.fields.length === 0) return fields;
    this.isOpen = true;
    return Object.assign(fields, JSON.parse(this.viewed.bytes.toString()) as Fields);
  }
}

/**
 * The object that bytes are the JSON of, for one request: interceptors may look at it, and change it as they like. It
 * costs nothing where none does.
 */
export function viewOf(viewed: Viewed): object {
  return new Proxy({}, new View(viewed));
}

/** What a view is of, where nobody has looked into it; undefined for any other object. */
export function viewedBehind(shown: object): Viewed | undefined {
  return (shown as { readonly [BEHIND]?: Viewed })[BEHIND];
}
