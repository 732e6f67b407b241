import { useTranslate } from 'react-admin';
import { type CalendarRecord } from '../api';
import { asUtc, formats } from '../i18n';

/** Who has sent a record for approval, and since when it waits; empty for one that does not wait. */
export function useSentBy(record?: CalendarRecord): string {
  const t = useTranslate();
  if (!record?.pending_utc) return '';
  const { author_name: author, pending_utc: since, submission } = record;
  const name = submission?.contact_name ?? author;
  const time = formats().longInstant(asUtc(since));
  return name ? t('start.sentBy', { name, time }) : t('start.sent', { time });
}
