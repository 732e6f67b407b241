/** The names of a resource in paths, error codes and messages. */
export interface ResourceNames {
  /** Used in error codes and in slugs without a title: `event`. */
  readonly singular: string;
  /** Used in paths, envelopes and global ids: `events`. */
  readonly plural: string;
  /** Used in messages: English nouns, and French phrases with their gender. */
  readonly names: {
    readonly en: { readonly singular: string; readonly plural: string };
    readonly fr: { readonly none: string; readonly this: string; readonly other: string; readonly plural: string };
  };
}
