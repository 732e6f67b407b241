/** The states that lists can filter by; `current` includes the original. */
export const LISTED_STATES = ['missing', 'partial', 'outdated', 'current'] as const;
export const TRANSLATION_STATES = ['original', ...LISTED_STATES] as const;

export type ListedState = (typeof LISTED_STATES)[number];
export type TranslationState = (typeof TRANSLATION_STATES)[number];
