import { Button, Chip, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { formats } from '../i18n';
import { nextDates, type Recurrence } from './rule';

interface DaysProps {
  readonly name: 'exceptions' | 'additions';
  readonly days: readonly string[];
  readonly onDays: (days: string[]) => void;
}

/** Days that a rule leaves out, or that it does not have. */
export function Days({ name, days, onDays }: DaysProps) {
  const t = useTranslate();
  const format = formats();
  const [day, setDay] = useState('');
  const add = () => {
    if (day !== '' && !days.includes(day)) onDays([...days, day].sort());
    setDay('');
  };
  return (
    <div role="group" aria-label={t(`series.${name}`)} className="days">
      <div className="row">
        <TextField
          label={t(`series.${name}`)}
          type="date"
          value={day}
          onChange={(event) => setDay(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <Button onClick={add}>{t('action.add')}</Button>
      </div>
      <div className="chips">
        {days.map((one) => (
          <Chip
            key={one}
            size="small"
            label={format.day(one)}
            aria-label={t('series.remove', { day: format.day(one) })}
            onDelete={() => onDays(days.filter((other) => other !== one))}
          />
        ))}
      </div>
    </div>
  );
}

/** The first dates of a series, as they will be. */
export function NextDates({ recurrence, start }: { readonly recurrence: Recurrence; readonly start: string }) {
  const t = useTranslate();
  const format = formats();
  const dates = nextDates(recurrence, start);
  return (
    <div aria-live="polite">
      <Typography variant="body2" color="text.secondary">
        {dates ? t('series.next') : t('series.invalid')}
      </Typography>
      <ol className="next-dates">
        {dates?.map((date) => (
          <li key={date}>{format.moment(date)}</li>
        ))}
      </ol>
    </div>
  );
}
