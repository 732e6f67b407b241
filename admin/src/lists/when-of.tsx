import { Chip } from '@mui/material';
import { type CalendarRecord } from '../api';
import { formats } from '../i18n';
import { spanOf } from './month-days';

/** The days of an event, or its start within one day, as the language writes it. */
export function whenOf(event: CalendarRecord): React.ReactNode {
  const { start_date: start, all_day: isAllDay, occurrence } = event;
  const format = formats();
  const { first, last } = spanOf(event);
  const text = isAllDay || first !== last ? format.days(first, last) : format.moment(String(start));
  return (
    <>
      {text} {occurrence && <Chip size="small" variant="outlined" label="↻" />}
    </>
  );
}
