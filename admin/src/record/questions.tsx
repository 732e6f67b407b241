import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { get } from 'react-hook-form';
import { type Dates, type Question } from './use-save';
import { type Conflict, mergeInto } from './merge-changes';
import { usePathLabel, useValueText } from './value-text';
import { type Values } from './body';

interface Props {
  readonly question?: Question;
  readonly onCancel: () => void;
}

/** Shows the question that the person has to answer before the form can be saved. */
export function Questions({ question, onCancel }: Props) {
  if (question?.type === 'dates') return <WhichDates onDates={question.answer} onCancel={onCancel} />;
  if (question?.type === 'conflict')
    return <ConflictDialog conflict={question.conflict} onValues={question.answer} onCancel={onCancel} />;
  return null;
}

const DATES: readonly Dates[] = ['this', 'following', 'all'];

interface DatesProps {
  readonly onDates: (apply: Dates) => void;
  readonly onCancel: () => void;
}

/** Which dates of a series a change or a deletion is meant for. */
export function WhichDates({ onDates, onCancel }: DatesProps) {
  const t = useTranslate();
  return (
    <Dialog open onClose={onCancel} aria-labelledby="which-dates">
      <DialogTitle id="which-dates">{t('series.which')}</DialogTitle>
      <DialogContent>{t('series.whichHelp')}</DialogContent>
      <DialogActions className="stacked-actions">
        {DATES.map((dates) => (
          <Button key={dates} variant="outlined" onClick={() => onDates(dates)}>
            {t(`series.${dates}`)}
          </Button>
        ))}
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
      </DialogActions>
    </Dialog>
  );
}

interface ConflictProps {
  readonly conflict: Conflict;
  readonly onValues: (values: Values) => void;
  readonly onCancel: () => void;
}

/** Both versions of what two people have changed, side by side. */
function ConflictDialog({ conflict, onValues, onCancel }: ConflictProps) {
  const t = useTranslate();
  const labelOf = usePathLabel();
  const textOf = useValueText();
  const [choices, setChoices] = useState<Record<string, 'mine' | 'theirs'>>({});
  const isComplete = conflict.paths.every((path) => choices[path]);
  return (
    <Dialog open onClose={onCancel} fullWidth maxWidth="md" aria-labelledby="conflict">
      <DialogTitle id="conflict">{t('conflict.title')}</DialogTitle>
      <DialogContent>
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
                  <FormControlLabel value={side} control={<Radio />} label={t(`conflict.${side}`)} />
                  <p>{textOf(path, get(conflict[side], path)) || t('conflict.empty')}</p>
                </div>
              ))}
            </div>
          </RadioGroup>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button variant="contained" disabled={!isComplete} onClick={() => onValues(mergeInto(conflict, choices))}>
          {t('conflict.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
