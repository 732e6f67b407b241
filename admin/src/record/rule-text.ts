import { useTranslate } from 'react-admin';
import { formats } from '../i18n';
import { choiceOf, ordinalOf, parseRule, type Recurrence, WEEK_DAYS } from './rule';

/** The rule of a series in the words of its inputs. A rule that has no inputs stays as calendars write it. */
export function useRuleText(): (recurrence: Recurrence | string, start: string) => string {
  const t = useTranslate();
  return (value, start) => {
    const format = formats();
    const { rrule, exdates = [], rdates = [] } = typeof value === 'string' ? { rrule: value } : value;
    const labelled = (label: string, text: unknown) => t('error.field', { label: t(label), message: String(text) });
    const days = (list: readonly string[]) => list.map((day) => format.day(day)).join(', ');
    const rule = rrule ? parseRule(rrule, start) : undefined;
    const choice = choiceOf(rule);
    const names = {
      day: Number(start.slice(8, 10)),
      nth: t(`series.nth.${ordinalOf(start)}`),
      weekday: format.weekday(start),
    };
    const weekdays = (rule?.days ?? []).map((day) => format.weekday(WEEK_DAYS[day] ?? ''));
    const parts = [
      rule ? t(`series.${choice}`, names) : rrule,
      rule &&
        rule.interval > 1 &&
        labelled(
          'series.interval',
          `${rule.interval} ${t(`series.intervalUnit.${rule.frequency}`, { smart_count: rule.interval })}`,
        ),
      weekdays.length > 0 && labelled('series.on', weekdays.join(', ')),
      rule?.until && labelled('series.untilDate', format.day(rule.until)),
      rule?.count && labelled('series.times', rule.count),
      exdates.length > 0 && labelled('series.exceptions', days(exdates)),
      rdates.length > 0 && labelled('series.additions', days(rdates)),
    ];
    return parts.filter(Boolean).join('; ');
  };
}
