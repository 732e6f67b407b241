import { Chip } from '@mui/material';
import { type CalendarRecord } from '../api';
import { formats } from '../i18n';

/** The start of an event, as the language writes it. */
export function whenOf({ start_date: start, all_day: isAllDay, occurrence }: CalendarRecord): React.ReactNode {
  const format = formats();
  const text = isAllDay ? format.day(String(start)) : format.moment(String(start));
  return (
    <>
      {text} {occurrence && <Chip size="small" variant="outlined" label="↻" />}
    </>
  );
}
