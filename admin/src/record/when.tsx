import { BooleanInput, TextInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useLabels } from '../i18n';
import { useRecordForm } from './context';
import { MomentInput } from './moment-input';
import { useEndFollows } from './moments';
import { Section } from './section';

/** The start and the end of an event, in its own time zone. The end follows the start. */
export function When() {
  const t = useTranslate();
  const labels = useLabels();
  const { isReadOnly } = useRecordForm();
  const isAllDay = Boolean(useWatch({ name: 'all_day' }));
  const { onStart, onStartLeft, onEnd } = useEndFollows(isAllDay);
  return (
    <Section name="when">
      <div className="columns">
        <MomentInput
          source="start_date"
          label={labels.field('start_date')}
          isDay={isAllDay}
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
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Section>
  );
}
