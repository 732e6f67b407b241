import { Box, Chip, Tab, Tabs, TextField, useMediaQuery, useTheme } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { TextInput, useTranslate } from 'react-admin';
import { get, useFormState, useWatch } from 'react-hook-form';
import { PLACED_TEXTS, SHARED, TEXTS } from '../kinds';
import { plainText } from '../markup';
import { type Field, textsOf, titleOf } from '../schema';
import { currentLanguage, type Language, LANGUAGES, other, ownLanguageFirst } from '../session';
import { textPath } from './body';
import { useRecordForm } from './context';
import { useImageText } from './image-text';
import { useLength } from './length';
import { Section } from './section';
import { usePathLabel } from './value-text';

const RichText = lazy(() => import('./rich-text'));

/** The title comes first, also that of a kind that the page does not know. */
const orderOf = (kind: string): string[] => [...new Set([titleOf(kind), ...TEXTS])];

/** The texts of a kind that stand side by side, in order; the others are under "More". */
export const mainTexts = (kind: string): Field[] => textsOf(kind, orderOf(kind));

export const moreTexts = (kind: string): Field[] =>
  textsOf(kind).filter(({ name }) => ![...orderOf(kind), ...PLACED_TEXTS, ...SHARED].includes(name));

/** The values of one language alone, in place of the one for both. */
export const ownValues = (kind: string): Field[] => textsOf(kind, ['cost', 'website', 'online_url']);

/** Both languages: side by side on a wide screen, in tabs on a phone. */
export function Texts() {
  const { kind } = useRecordForm();
  return (
    <Section name="texts">
      <InBothLanguages fields={mainTexts(kind)} />
    </Section>
  );
}

/** The inputs of texts, for each language. */
export function InBothLanguages({ fields }: { readonly fields: readonly Field[] }) {
  const t = useTranslate();
  const { errors } = useFormState();
  const [chosen, setChosen] = useState(currentLanguage());
  const isWide = useMediaQuery(useTheme().breakpoints.up('md'));
  const hasError = (language: Language) => get(errors, `translations.${language}`) !== undefined;
  // An error in one language alone opens its tab once; the other one can still be chosen.
  const wrong = LANGUAGES.find((language) => hasError(language) && !hasError(other(language)));
  const [shown, setShown] = useState(wrong);
  if (shown !== wrong) {
    setShown(wrong);
    if (wrong) setChosen(wrong);
  }
  const order = ownLanguageFirst();
  return (
    <>
      {!isWide && (
        <Tabs value={chosen} onChange={(_event, language: Language) => setChosen(language)} variant="fullWidth">
          {order.map((language) => (
            <Tab key={language} value={language} label={<LanguageHead language={language} />} lang={language} />
          ))}
        </Tabs>
      )}
      <Box className={isWide ? 'side-by-side' : 'one-language'}>
        {order.map((language) => (
          <Box
            key={language}
            role="group"
            className="language"
            aria-label={t(`language.${language}`)}
            hidden={!isWide && language !== chosen}
          >
            {isWide && <LanguageHead language={language} />}
            {fields.map((field) => (
              <TextOf key={field.name} field={field} language={language} />
            ))}
          </Box>
        ))}
      </Box>
    </>
  );
}

/** The name of a language, and the state of the record in it. */
function LanguageHead({ language }: { readonly language: Language }) {
  const t = useTranslate();
  const { record } = useRecordForm();
  const status = record?.translation_status?.[language];
  return (
    <Box className="language-head">
      <strong>{t(`language.${language}`)}</strong>
      {status && (
        <Chip size="small" variant="outlined" label={t(`translation.${status}`)} className={`state-${status}`} />
      )}
    </Box>
  );
}

/** Inputs for a value of one language alone, beside the one for both. */
export function OwnValues({ names }: { readonly names: readonly string[] }) {
  const { kind } = useRecordForm();
  return ownValues(kind)
    .filter(({ name }) => names.includes(name))
    .flatMap((field) =>
      LANGUAGES.map((language) => <TextOf key={field.name + language} field={field} language={language} />),
    );
}

/** The input of a text in one language. It shows what visitors see instead, while it is empty. */
export function TextOf({ field, language }: { readonly field: Field; readonly language: Language }) {
  const t = useTranslate();
  const { isReadOnly, kind } = useRecordForm();
  const path = textPath(language, field.name);
  const isHeld = SHARED.includes(field.name);
  const fallback = useWatch({ name: isHeld ? field.name : textPath(other(language), field.name) }) as string | null;
  const label = usePathLabel(kind)(path);
  const length = useLength(path, field.maxLength);
  const ofImage = useImageText(field.name === 'image_alt' ? language : undefined);
  const placeholder = ofImage
    ? t('image.ofImage', { text: ofImage })
    : fallback
      ? t('form.otherText', { text: plainText(fallback).replaceAll(/\s+/g, ' ').slice(0, 80) })
      : '';
  if (field.type === 'html') {
    const props = { source: path, label, placeholder, readOnly: isReadOnly, lang: language };
    const isShort = field.name === 'excerpt';
    return (
      <Suspense fallback={<TextField label={label} multiline rows={isShort ? 2 : 6} disabled />}>
        <RichText {...props} isShort={isShort} />
      </Suspense>
    );
  }
  return (
    <TextInput
      source={path}
      label={label}
      readOnly={isReadOnly}
      placeholder={placeholder}
      helperText={length ?? (isHeld && t(language === 'en' ? 'form.onlyEnglish' : 'form.onlyFrench'))}
      slotProps={{ htmlInput: { lang: language, spellCheck: true } }}
    />
  );
}
