/** The names of a resource in paths, error codes and messages. */
export interface Kind {
  /** In error codes and in slugs made without a title: `event`. */
  readonly one: string;
  /** In paths, envelopes and global ids: `events`. */
  readonly many: string;
  /** In messages: English nouns, and the French phrases that carry their gender. */
  readonly names: {
    readonly en: { readonly one: string; readonly many: string };
    readonly fr: { readonly none: string; readonly this: string; readonly other: string; readonly many: string };
  };
}
