import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { InputColumns } from './auto-input';
import { GROUPS } from '../kinds';
import { fieldsOf } from '../schema';
import { mayCreate } from '../rights';
import { CategoriesInput } from './categories';
import { useRecordForm } from './context';
import { LinkInput } from './link-input';
import { LinksHint } from './links-hint';
import { More } from './more';
import { Part } from './part';
import { Picture } from './picture';
import { Repeats } from './repeats';
import { Section } from './section';
import { Texts } from './texts';
import { When } from './when';

/** The inputs of a record. Of events, in the order in which people enter them; of others, by the groups of their kind. */
export function Fields() {
  const { kind } = useRecordForm();
  const hasImage = fieldsOf(kind).some(({ name }) => name === 'image');
  return (
    <>
      <Part name="texts">
        <Texts />
      </Part>
      {kind === 'events' ? <EventFields /> : <GroupedFields />}
      {hasImage && kind !== 'events' && <PicturePart />}
      <Part name="more">
        <More />
      </Part>
    </>
  );
}

function EventFields() {
  const { record, me, isReadOnly } = useRecordForm();
  const { occurrence } = record ?? {};
  const isOnline = ['online', 'mixed'].includes(useWatch({ name: 'attendance' }) as string);
  return (
    <>
      <Part name="when">
        <When />
      </Part>
      <Part name="repeats">
        {occurrence && occurrence.series !== record?.id ? <SeriesPart series={occurrence.series} /> : <Repeats />}
      </Part>
      <Section name="where">
        <LinkInput source="venue" reference="venues" />
        <LinksHint field="venue" />
        <InputColumns names={isOnline ? ['attendance', 'online_url'] : ['attendance']} />
      </Section>
      <PicturePart />
      <Section name="about">
        <LinkInput source="organizer" reference="organizers" />
        <LinksHint field="organizer" />
        <CategoriesInput readOnly={isReadOnly} mayCreate={mayCreate(me, 'categories')} />
        <LinkInput source="tags" reference="tags" />
      </Section>
      <Section name="price">
        <InputColumns names={['cost']} />
        <InputColumns names={['website']} />
      </Section>
    </>
  );
}

const PicturePart = () => (
  <Part name="picture">
    <Picture />
  </Part>
);

/** Shown in place of the rule, for a date that follows it. */
function SeriesPart({ series }: { readonly series: number | null }) {
  const t = useTranslate();
  return (
    <Section name="repeats">
      <Typography>
        {t('series.part')} · <Link to={`/events/${series}`}>{t('series.openSeries')}</Link>
      </Typography>
    </Section>
  );
}

function GroupedFields() {
  const { kind } = useRecordForm();
  return Object.entries(GROUPS[kind] ?? {}).map(([name, names]) => (
    <Section key={name} name={name}>
      <InputColumns names={names} />
    </Section>
  ));
}
