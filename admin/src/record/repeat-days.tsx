import { Button, Chip, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { formats } from '../i18n';
import { isMoment } from './moments';
import { datesOf, type Recurrence } from './rule';

interface DaysProps {
  readonly name: 'exceptions' | 'additions';
  readonly days: readonly string[];
  /** The days that leave out nothing. */
  readonly idle?: readonly string[];
  readonly onDays: (days: string[]) => void;
}

/** Days that a rule leaves out, or that it does not have. */
export function Days({ name, days, idle = [], onDays }: DaysProps) {
  const t = useTranslate();
  const format = formats();
  const [day, setDay] = useState('');
  const [isWrong, setWrong] = useState(false);
  const add = () => {
    if (day !== '' && !isMoment(day)) return setWrong(true);
    if (day !== '' && !days.includes(day)) onDays([...days, day].sort());
    setDay('');
  };
  const change = (typed: string) => {
    setDay(typed);
    // A digit too many is said at once; a year that is being typed still begins with zeros.
    setWrong(/^\d{5}/.test(typed));
  };
  return (
    <div role="group" aria-label={t(`series.${name}`)} className="days">
      <div className="row">
        <TextField
          label={t(`series.${name}`)}
          type="date"
          value={day}
          onChange={(event) => change(event.target.value)}
          // A day that is only typed counts as well, once the input is left.
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
          error={isWrong}
          helperText={
            isWrong ? t('error.year') : idle.map((one) => t('series.idle', { day: format.longDay(one) })).join(' ')
          }
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

const SHOWN = 5;

/** The first dates of a series, as they will be, and the last one. */
export function NextDates({ recurrence, start }: { readonly recurrence: Recurrence; readonly start: string }) {
  const t = useTranslate();
  const format = formats();
  const { dates, isEndless } = datesOf(recurrence, start) ?? {};
  const last = isEndless ? undefined : dates?.at(-1);
  return (
    <div aria-live="polite">
      <Typography variant="body2" color="text.secondary">
        {dates ? t('series.next') : t('series.invalid')}
      </Typography>
      <ol className="next-dates">
        {dates?.slice(0, SHOWN).map((date) => (
          <li key={date}>{format.moment(date)}</li>
        ))}
      </ol>
      {last && (
        <Typography variant="body2" color="text.secondary">
          {t('series.total', { smart_count: dates?.length ?? 0, day: format.longDay(last) })}
        </Typography>
      )}
    </div>
  );
}
