/** The statuses that a write may set. Only DELETE moves a record to the trash. */
export const WRITABLE_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;

export const STATUSES = [...WRITABLE_STATUSES, 'trash'] as const;

export type WritableStatus = (typeof WRITABLE_STATUSES)[number];
export type Status = (typeof STATUSES)[number];
