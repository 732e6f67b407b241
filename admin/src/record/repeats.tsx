import { Checkbox, FormControlLabel, FormGroup, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { Select } from '../controls';
import { formats } from '../i18n';
import { isContributor } from '../rights';
import { useRecordForm } from './context';
import { useLastMoment } from './moments';
import { Days, NextDates } from './repeat-days';
import {
  type Choice,
  CHOICES,
  choiceOf,
  dayOf,
  DAYS,
  formatRule,
  FREQUENCIES,
  ordinalOf,
  parseRule,
  type Recurrence,
  type Rule,
  WEEK_DAYS,
} from './rule';
import { Section } from './section';
import { useSeriesDates } from './series-dates';
import { WholeNumber } from './whole-number';

/** When an event repeats. Only the first date of a series has the rule; the others follow it. */
export function Repeats() {
  const t = useTranslate();
  const { isReadOnly, me } = useRecordForm();
  const { setValue, clearErrors } = useFormContext();
  const { errors } = useFormState();
  const start = useLastMoment('start_date') ?? '';
  const value = (useWatch({ name: 'recurrence' }) as Recurrence | string | null) ?? undefined;
  const recurrence: Recurrence | undefined = typeof value === 'string' ? { rrule: value } : value;
  // The service shows the dates of a rule to those who may write one.
  const shown = useSeriesDates(isContributor(me) ? recurrence : undefined);
  const [isText, setText] = useState(() => !!recurrence?.rrule && !parseRule(recurrence.rrule, start));
  if (start === '') return null;

  const write = (next: Recurrence | null) => {
    clearErrors('recurrence');
    setValue('recurrence', next, { shouldDirty: true });
  };
  const rule = recurrence?.rrule && !isText ? parseRule(recurrence.rrule, start) : undefined;
  const writeRule = (next: Rule) => write({ ...recurrence, rrule: formatRule(next, start) });
  const choice: Choice = !recurrence ? 'none' : choiceOf(rule);
  const choose = (next: Choice) => {
    setText(next === 'custom');
    const frequency = FREQUENCIES[next];
    if (next === 'none') return write(null);
    if (!frequency) return write({ ...recurrence, rrule: recurrence?.rrule ?? 'FREQ=DAILY' });
    const { until, count } = rule ?? {};
    writeRule({ frequency, interval: 1, days: [], isByWeekday: next === 'monthlyWeekday', until, count });
  };
  const format = formats();
  const names = {
    day: Number(start.slice(8, 10)),
    nth: t(`series.nth.${ordinalOf(start)}`),
    weekday: format.weekday(start),
  };
  const error = errors.recurrence?.message as string | undefined;
  const isRefused = !!error || (shown.isRefused && rule?.until !== '');
  const isLastDayWrong = isRefused && rule?.until !== undefined && rule.until < start.slice(0, 10);
  const lastDayError = isLastDayWrong ? t(rule.until ? 'series.untilEarly' : 'ra.validation.required') : undefined;

  return (
    <Section name="repeats">
      <Select
        label={t('group.repeats')}
        value={choice}
        options={CHOICES.map((name) => [name, t(`series.${name}`, names)])}
        onValue={choose}
        disabled={isReadOnly}
        error={!!error && !lastDayError}
        helperText={!lastDayError && error}
        data-path={lastDayError ? undefined : 'recurrence'}
      />
      {choice === 'custom' && (
        <TextField
          label={t('series.rule')}
          value={recurrence?.rrule ?? ''}
          onChange={(event) => write({ ...recurrence, rrule: event.target.value })}
        />
      )}
      {rule && <RuleInputs rule={rule} onRule={writeRule} start={start} error={lastDayError} />}
      {recurrence && (
        <>
          <div className="columns">
            <Days
              name="exceptions"
              days={recurrence.exdates ?? []}
              idle={shown.dates?.unused_exdates}
              onDays={(exdates) => write({ ...recurrence, exdates })}
            />
            <Days
              name="additions"
              days={recurrence.rdates ?? []}
              onDays={(rdates) => write({ ...recurrence, rdates })}
            />
          </div>
          <NextDates dates={shown.dates} error={error || lastDayError ? undefined : shown.error} />
        </>
      )}
    </Section>
  );
}

interface RuleProps {
  readonly rule: Rule;
  /** The error of the input of the last day. */
  readonly error?: string;
  readonly start: string;
  readonly onRule: (rule: Rule) => void;
}

const ENDS = ['never', 'until', 'count'] as const;

function RuleInputs({ rule, error, start, onRule }: RuleProps) {
  const t = useTranslate();
  const hasLongYear = /^\d{5}/.test(rule.until ?? '');
  const end = rule.until !== undefined ? 'until' : rule.count ? 'count' : 'never';
  const chooseEnd = (next: (typeof ENDS)[number]) => {
    const none = { ...rule, until: undefined, count: undefined };
    onRule(next === 'never' ? none : next === 'until' ? { ...none, until: '' } : { ...none, count: rule.count ?? 10 });
  };
  return (
    <>
      <div className="columns">
        <WholeNumber
          label={t('series.interval')}
          value={rule.interval}
          unit={t(`series.intervalUnit.${rule.frequency}`, { smart_count: rule.interval })}
          onValue={(interval) => onRule({ ...rule, interval })}
        />
        <Select
          label={t('series.ends')}
          value={end}
          options={ENDS.map((name) => [name, t(`series.${name}`)])}
          onValue={chooseEnd}
        />
        {end === 'until' && (
          <TextField
            label={t('series.untilDate')}
            type="date"
            value={rule.until ?? ''}
            onChange={(event) => onRule({ ...rule, until: event.target.value })}
            error={!!error || hasLongYear}
            helperText={hasLongYear ? t('error.year') : error}
            slotProps={{ inputLabel: { shrink: true } }}
            data-path={error && 'recurrence'}
          />
        )}
        {end === 'count' && (
          <WholeNumber
            label={t('series.times')}
            value={rule.count ?? 1}
            onValue={(count) => onRule({ ...rule, count })}
          />
        )}
      </div>
      {rule.frequency === 'WEEKLY' && <Weekdays rule={rule} start={start} onRule={onRule} />}
    </>
  );
}

/** The days of a weekly rule; without any, it follows the day of the start. */
function Weekdays({ rule, start, onRule }: RuleProps) {
  const t = useTranslate();
  const format = formats();
  const first = dayOf(start);
  const chosen = rule.days.length > 0 ? rule.days : [first];
  const toggle = (day: string) => {
    const days = DAYS.filter((name) => (name === day) !== chosen.includes(name));
    onRule({ ...rule, days: days.every((name) => name === first) ? [] : days });
  };
  return (
    <FormGroup row role="group" aria-label={t('series.on')}>
      {DAYS.map((day) => (
        <FormControlLabel
          key={day}
          label={format.weekday(WEEK_DAYS[day] ?? '')}
          control={<Checkbox size="small" checked={chosen.includes(day)} onChange={() => toggle(day)} />}
        />
      ))}
    </FormGroup>
  );
}
