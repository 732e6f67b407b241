import { type PerLanguage } from '../../lib/i18n/language.js';

/** Whether an event takes place as it was announced. */
export const EVENT_STATUSES = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online', 'full'] as const;

/** How people attend: in person, online, or both. */
export const ATTENDANCES = ['offline', 'online', 'mixed'] as const;

export type EventStatus = (typeof EVENT_STATUSES)[number];
export type Attendance = (typeof ATTENDANCES)[number];

export const STATUS_LABELS: PerLanguage<Readonly<Record<EventStatus, string>>> = {
  en: {
    scheduled: 'As scheduled',
    cancelled: 'Cancelled',
    postponed: 'Postponed',
    rescheduled: 'Rescheduled',
    moved_online: 'Moved online',
    full: 'Full',
  },
  fr: {
    scheduled: 'Comme prévu',
    cancelled: 'Annulé',
    postponed: 'Reporté',
    rescheduled: 'Nouvelle date',
    moved_online: 'Déplacé en ligne',
    full: 'Complet',
  },
};
