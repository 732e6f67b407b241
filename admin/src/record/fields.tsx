import { lazy, Suspense } from 'react';
import { AutoInput } from './auto-input';
import { GROUPS } from '../kinds';
import { fieldsOf } from '../schema';
import { mayCreate } from '../rights';
import { CategoriesInput } from './categories';
import { useRecordForm } from './context';
import { More } from './more';
import { Picture } from './picture';
import { Section } from './section';
import { SeriesPart } from './series-part';
import { OwnValues, Texts } from './texts';
import { When } from './when';
import { LinkInput, Where } from './where';

const Repeats = lazy(() => import('./repeats'));

/** The inputs of a record. Of events, in the order in which people enter them; of others, by the groups of their kind. */
export default function Fields() {
  const { kind } = useRecordForm();
  const hasImage = fieldsOf(kind).some(({ name }) => name === 'image');
  return (
    <>
      <Texts />
      {kind === 'events' ? <EventFields /> : <GroupedFields />}
      {hasImage && kind !== 'events' && <Picture />}
      <More />
    </>
  );
}

function EventFields() {
  const { record, me, isReadOnly } = useRecordForm();
  const isDateOfSeries = record?.occurrence && record.occurrence.series !== record.id;
  return (
    <>
      <When />
      {isDateOfSeries ? (
        <SeriesPart />
      ) : (
        <Suspense>
          <Repeats />
        </Suspense>
      )}
      <Where />
      <Picture />
      <Section name="about">
        <LinkInput source="organizer" reference="organizers" />
        <CategoriesInput readOnly={isReadOnly} mayCreate={mayCreate(me, 'categories')} />
        <LinkInput source="tags" reference="tags" />
      </Section>
      <Section name="price">
        <FieldsByName names={['cost', 'website']} />
      </Section>
    </>
  );
}

function GroupedFields() {
  const { kind } = useRecordForm();
  return Object.entries(GROUPS[kind] ?? {}).map(([name, names]) => (
    <Section key={name} name={name}>
      <FieldsByName names={names} />
    </Section>
  ));
}

function FieldsByName({ names }: { readonly names: readonly string[] }) {
  const { kind } = useRecordForm();
  const fields = names.flatMap((name) => fieldsOf(kind).filter((field) => field.name === name));
  return (
    <div className="columns">
      {fields.map((field) => (
        <AutoInput key={field.name} field={field.name === 'cost' ? { ...field, type: 'text' } : field} />
      ))}
      <OwnValues names={names} />
    </div>
  );
}
