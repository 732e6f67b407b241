import { Link, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { useRecordForm } from './context';
import { Section } from './section';

/** Shown in place of the rule, for a date that follows it. */
export function SeriesPart() {
  const t = useTranslate();
  const { record } = useRecordForm();
  return (
    <Section name="repeats">
      <Typography>
        {t('series.part')} ·{' '}
        <Link component={RouterLink} to={`/events/${record?.occurrence?.series}`}>
          {t('series.openSeries')}
        </Link>
      </Typography>
    </Section>
  );
}
