import { Button, Chip, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { formats } from '../i18n';
import { isMoment } from './moments';
import { type SeriesDates } from './series-dates';

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

/** The next dates of a series, as the service would store them, and the last one. */
export function NextDates({ dates, error }: SeriesDates) {
  const t = useTranslate();
  const format = formats();
  const isAllDay = Boolean(useWatch({ name: 'all_day' }));
  const { occurrences = [], last_start_date: last, total } = dates ?? {};
  return (
    <div aria-live="polite" className="series-dates">
      {error && (
        <Typography variant="body2" color="error">
          {error}
        </Typography>
      )}
      {occurrences.length > 0 && (
        <Typography variant="body2" color="text.secondary">
          {t('series.next')}
        </Typography>
      )}
      <ol className="next-dates">
        {occurrences.slice(0, SHOWN).map(({ date, start_date: start }) => (
          <li key={date}>{isAllDay ? format.longDay(start) : format.moment(start)}</li>
        ))}
      </ol>
      {last && (
        <Typography variant="body2" color="text.secondary">
          {t('series.total', { smart_count: total, day: format.longDay(last) })}
        </Typography>
      )}
    </div>
  );
}
