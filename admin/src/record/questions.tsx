import { Button, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useGetOne, useTranslate } from 'react-admin';
import { get } from 'react-hook-form';
import { type CalendarRecord } from '../api';
import { Popup } from '../controls';
import { formats } from '../i18n';
import { type Conflict, mergeInto } from './merge-changes';
import { usePathLabel, useValueText } from './value-text';
import { type Values } from './body';

export type Dates = 'this' | 'following' | 'all';

interface DatesProps {
  readonly dates?: readonly Dates[];
  /** The record that represents the series, from whose date all dates are counted. */
  readonly series?: number | null;
  readonly title?: string;
  readonly onDates: (apply: Dates) => void;
  readonly onCancel: () => void;
}

/** Which dates of a series a change or a deletion is meant for. */
function WhichDates({
  dates = ['this', 'following', 'all'],
  series,
  title = 'series.which',
  onDates,
  onCancel,
}: DatesProps) {
  const t = useTranslate();
  const { data: first } = useGetOne<CalendarRecord>('events', { id: series ?? 0 }, { enabled: !!series });
  return (
    <Popup title={t(title)} onClose={onCancel} className="which-dates" close="action.back">
      <Typography>{t(dates.length > 2 ? 'series.whichHelp' : 'series.whichHelpMany')}</Typography>
      {first?.start_date && (
        <Typography>{t('series.whichAll', { day: formats().longDay(first.start_date) })}</Typography>
      )}
      {dates.map((name) => (
        <Button key={name} variant="outlined" onClick={() => onDates(name)}>
          {t(name === 'this' && dates.length < 3 ? 'series.these' : `series.${name}`)}
        </Button>
      ))}
    </Popup>
  );
}

/** So many names are listed; more are counted. */
const MOST_NAMES = 10;

function Names({ names }: { readonly names: readonly string[] }) {
  const t = useTranslate();
  const left = names.length - MOST_NAMES;
  return (
    <ul className="names">
      {names.slice(0, MOST_NAMES).map((name, index) => (
        <li key={index}>{name}</li>
      ))}
      {left > 0 && <li>{t('event.more', { smart_count: left })}</li>}
    </ul>
  );
}

/** Asks before something is done. The place that asks shows `question`. */
export function useQuestion() {
  const [question, setQuestion] = useState<ReactNode>(null);
  const show = <T,>(dialog: (answer: (value: T) => void) => ReactNode): Promise<T> =>
    new Promise((resolve) => setQuestion(dialog((value) => (setQuestion(null), resolve(value)))));

  /** @param names of what it is about */
  const ask = (title: string, text: string, button: string, names: readonly string[] = []) =>
    show<boolean>((answer) => (
      <Popup
        title={title}
        onClose={() => answer(false)}
        actions={
          <Button color="error" variant="contained" onClick={() => answer(true)}>
            {button}
          </Button>
        }
      >
        {names.length > 0 && <Names names={names} />}
        {text}
      </Popup>
    ));

  /** Asks which dates of a series a change applies to. The answer is `none` if the editor cancels, and undefined for single events. */
  const askDates = async (records: readonly CalendarRecord[], title?: string): Promise<Dates | 'none' | undefined> => {
    if (!records.some(({ occurrence }) => occurrence)) return undefined;
    const [dates, series] =
      records.length > 1 ? [['this', 'all'] as const] : [undefined, records[0]?.occurrence?.series];
    return show<Dates | 'none'>((answer) => (
      <WhichDates dates={dates} series={series} title={title} onDates={answer} onCancel={() => answer('none')} />
    ));
  };
  /** Asks which values to save after a conflict. The answer is undefined if the editor cancels. */
  const askConflict = (conflict: Conflict, by?: string) =>
    show<Values | undefined>((answer) => (
      <ConflictDialog {...{ conflict, by }} onValues={answer} onCancel={() => answer(undefined)} />
    ));
  return { question, ask, askDates, askConflict };
}

interface ConflictProps {
  readonly conflict: Conflict;
  readonly by?: string;
  readonly onValues: (values: Values) => void;
  readonly onCancel: () => void;
}

/** Both versions of what two people have changed, side by side. */
function ConflictDialog({ conflict, by, onValues, onCancel }: ConflictProps) {
  const t = useTranslate();
  const labelOf = usePathLabel(conflict.kind);
  const textOf = useValueText();
  const [choices, setChoices] = useState<Record<string, 'mine' | 'theirs'>>({});
  const sideName = (side: 'mine' | 'theirs') => t(`conflict.${side}`) + (side === 'theirs' && by ? ` (${by})` : '');
  const isComplete = conflict.paths.every((path) => choices[path]);
  return (
    <Popup
      title={t('conflict.title')}
      onClose={onCancel}
      maxWidth="md"
      actions={
        <Button variant="contained" disabled={!isComplete} onClick={() => onValues(mergeInto(conflict, choices))}>
          {t('conflict.save')}
        </Button>
      }
    >
      <Typography color="text.secondary">{t('conflict.help')}</Typography>
      {conflict.paths.map((path) => (
        <RadioGroup
          key={path}
          className="conflict"
          aria-label={t('conflict.field', { label: labelOf(path) })}
          value={choices[path] ?? ''}
          onChange={(_event, side) => setChoices({ ...choices, [path]: side as 'mine' | 'theirs' })}
        >
          <Typography variant="h2">{labelOf(path)}</Typography>
          <div className="side-by-side">
            {(['mine', 'theirs'] as const).map((side) => (
              <div key={side} className="conflict-side">
                <FormControlLabel value={side} control={<Radio />} label={sideName(side)} />
                <p>{textOf(path, get(conflict[side], path)) || t('conflict.empty')}</p>
              </div>
            ))}
          </div>
        </RadioGroup>
      ))}
    </Popup>
  );
}
