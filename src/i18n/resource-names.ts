/** The names of a resource in paths, error codes and messages. */
export interface ResourceNames {
  /** In error codes and in slugs made without a title: `event`. */
  readonly singular: string;
  /** In paths, envelopes and global ids: `events`. */
  readonly plural: string;
  /** In messages: English nouns, and the French phrases that carry their gender. */
  readonly names: {
    readonly en: { readonly singular: string; readonly plural: string };
    readonly fr: { readonly none: string; readonly this: string; readonly other: string; readonly plural: string };
  };
}
