/** The statuses that a write may ask for; DELETE alone puts a record in the trash. */
export const WRITABLE_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;

export const STATUSES = [...WRITABLE_STATUSES, 'trash'] as const;

export type WritableStatus = (typeof WRITABLE_STATUSES)[number];
export type Status = (typeof STATUSES)[number];
