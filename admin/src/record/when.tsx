import { BooleanInput, TextInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { nowIn, useLabels } from '../i18n';
import { isChanged } from './body';
import { useRecordForm } from './context';
import { MomentInput } from './moment-input';
import { isMoment, useEndFollows } from './moments';
import { Section } from './section';
import { Similar } from './similar';

/** The start and the end of an event, in its own time zone. The end follows the start. */
export function When() {
  const t = useTranslate();
  const labels = useLabels();
  const { isReadOnly } = useRecordForm();
  const isAllDay = Boolean(useWatch({ name: 'all_day' }));
  const isPast = useIsPast(isAllDay);
  const { onStart, onStartLeft, onEnd } = useEndFollows(isAllDay);
  return (
    <Section name="when">
      <div className="columns">
        <MomentInput
          source="start_date"
          label={labels.field('start_date')}
          isDay={isAllDay}
          helperText={isPast && t('form.past')}
          onValue={onStart}
          onLeft={onStartLeft}
        />
        <MomentInput source="end_date" label={labels.field('end_date')} isDay={isAllDay} onValue={onEnd} />
      </div>
      <div className="columns">
        <BooleanInput
          source="all_day"
          label={labels.field('all_day')}
          helperText={false}
          disabled={isReadOnly}
          format={Boolean}
        />
        <TextInput
          source="timezone"
          label={labels.field('timezone')}
          placeholder={t('form.siteZone')}
          readOnly={isReadOnly}
          helperText={false}
          slotProps={{ htmlInput: { list: 'time-zones' } }}
        />
      </div>
      <Similar />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Section>
  );
}

/** Whether an event is about to be announced for a time that is over; one that has taken place is left alone. */
function useIsPast(isAllDay: boolean): boolean {
  const { record, before } = useRecordForm();
  const [start, zone] = useWatch({ name: ['start_date', 'timezone'] }) as [unknown, string | null];
  const isAnnounced = record !== undefined && !['draft', 'pending'].includes(record.status ?? '');
  if (!isMoment(start) || (isAnnounced && !isChanged('start_date', before, { ...before, start_date: start })))
    return false;
  const length = isAllDay ? 10 : 16;
  return start.slice(0, length) < nowIn(zone).slice(0, length);
}
