import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Accordion, AccordionDetails, AccordionSummary, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { get, useFormState } from 'react-hook-form';
import { GROUPS, PLACED, SHARED } from '../kinds';
import { isEditor } from '../rights';
import { type Field, fieldsOf, textsOf } from '../schema';
import { LANGUAGES } from '../session';
import { AutoInput } from './auto-input';
import { textPath } from './body';
import { useRecordForm } from './context';
import { InBothLanguages, moreTexts, ownValues } from './texts';

/** Everything else that a body may have: new fields of the service, and those of extensions, appear here by themselves. */
export function More() {
  const t = useTranslate();
  const { kind, me } = useRecordForm();
  const { errors } = useFormState();
  const [isOpen, setOpen] = useState(false);
  const fields = moreFields(kind).filter(({ name }) => name !== 'author' || isEditor(me));
  // `Fields` shows the language versions of the fields that it shows itself, such as the website.
  const texts = [
    ...moreTexts(kind),
    ...ownValues(kind).filter(({ name }) => fields.some((field) => field.name === name)),
  ];
  const paths = [
    ...fields.map(({ name }) => name),
    ...texts.flatMap(({ name }) => LANGUAGES.map((language) => textPath(language, name))),
  ];
  const hasError = paths.some((path) => get(errors, path) !== undefined);
  return (
    <Accordion className="section" expanded={isOpen || hasError} onChange={(_event, open) => setOpen(open)}>
      <AccordionSummary expandIcon={<ExpandIcon />}>
        <Typography variant="h2" component="span">
          {t('group.more')}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        {texts.length > 0 && <InBothLanguages fields={texts} />}
        {fields.map((field) => (
          <AutoInput key={field.name} field={field} isHelpShown />
        ))}
      </AccordionDetails>
    </Accordion>
  );
}

/** The fields without a place of their own. */
export function moreFields(kind: string): Field[] {
  const grouped = Object.values(GROUPS[kind] ?? {}).flat();
  // Events have more of their fields in sections than others.
  const placed = kind === 'events' ? PLACED : [...PLACED.filter((name) => name !== 'website'), ...grouped];
  const texts = textsOf(kind).filter(({ name }) => !SHARED.includes(name));
  return fieldsOf(kind).filter(({ name }) => !placed.includes(name) && !texts.some((text) => text.name === name));
}
