/** Whether an event takes place as it was announced. */
export const EVENT_STATUSES = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online', 'full'] as const;

/** How people take part: where it is, over the net, or either way. */
export const ATTENDANCES = ['offline', 'online', 'mixed'] as const;

export type EventStatus = (typeof EVENT_STATUSES)[number];
export type Attendance = (typeof ATTENDANCES)[number];
