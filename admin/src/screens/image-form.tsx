import { Button, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { Form, TextInput, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { ApiError, type Schemas, send } from '../api';
import { useAttempt } from '../attempt';
import { useLabels } from '../i18n';
import { useLength } from '../record/length';
import { type Language, LANGUAGES } from '../session';
import { FocalPoint } from './focal-point';
import { type StoredImage } from './image-grid';

/** An image as it was read; without a version where a list has shown it. */
export interface ReadImage {
  readonly image: StoredImage;
  readonly etag?: string;
}

type Details = Schemas['ImageWithUses'];

/** The fields of an image that the form changes. */
type Values = Partial<Pick<StoredImage, 'focus' | 'alt'>>;

export async function readDetails(id: number): Promise<{ readonly image: Details; readonly etag?: string }> {
  const { data, headers } = await send<Details>('GET', `/images/${id}`);
  return { image: data, etag: headers.get('ETag') ?? undefined };
}

const PARTS = {
  focus: ({ focus }: Values) => focus ?? null,
  en: ({ alt }: Values) => alt?.en || null,
  fr: ({ alt }: Values) => alt?.fr || null,
};

const NAMES = ['focus', 'en', 'fr'] as const;

type Part = (typeof NAMES)[number];

const differs = (part: Part, one: Values, other: Values): boolean =>
  JSON.stringify(PARTS[part](one)) !== JSON.stringify(PARTS[part](other));

/** The body with parts of what was entered. */
function bodyOf(parts: readonly Part[], values: Values): object {
  const alt = Object.fromEntries(
    LANGUAGES.filter((one) => parts.includes(one)).map((one) => [one, PARTS[one](values)]),
  );
  return {
    ...(parts.includes('focus') && { focus: PARTS.focus(values) }),
    ...(Object.keys(alt).length > 0 && { alt }),
  };
}

/** After a save, an older answer may still be shown until the image is read again. */
const versionOf = ({ etag = '' }: ReadImage): number => Number(/^"(\d+)-/.exec(etag)?.[1] ?? 0);

interface Props {
  readonly read: ReadImage;
  readonly isReadOnly: boolean;
}

/** The focal point and the alternative texts of an image. What is being entered stays when the image is read again. */
export function ImageForm({ read, isReadOnly }: Props) {
  const t = useTranslate();
  const attempt = useAttempt();
  const [shown, setShown] = useState(read);
  // The version that a save replaces.
  const base = useRef(read);
  const take = (taken: ReadImage) => {
    base.current = taken;
    setShown(taken);
  };
  const { id } = read.image;
  const store = async (body: object, { etag }: ReadImage) => {
    const headers: Record<string, string> = etag ? { 'If-Match': etag } : {};
    const answer = await send<Details>('PATCH', `/images/${id}`, { body, headers });
    take({ image: answer.data, etag: answer.headers.get('ETag') ?? undefined });
  };
  /** Changes of others to other parts are kept; a change of the same part is told before it is replaced. */
  const save = async (values: Values) => {
    const parts = NAMES.filter((part) => differs(part, shown.image, values));
    await attempt(async () => {
      try {
        await store(bodyOf(parts, values), base.current);
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412)) throw error;
        const [before, theirs] = [base.current.image, await readDetails(id)];
        base.current = theirs;
        if (parts.some((part) => differs(part, before, theirs.image)))
          throw new Error('image.changedToo', { cause: error });
        await store(bodyOf(parts, values), theirs);
      }
    }, 'done.saved');
  };
  return (
    <Form record={shown.image} resource="images" onSubmit={save}>
      <Renewal isNewer={read !== shown && versionOf(read) >= versionOf(shown)} onRenew={() => take(read)} />
      <FocalPoint image={shown.image} isReadOnly={isReadOnly} />
      <div className="image-texts">
        {LANGUAGES.map((language) => (
          <AlternativeText key={language} language={language} isReadOnly={isReadOnly} />
        ))}
        <Typography variant="body2" color="text.secondary">
          {t('image.altHelp')}
        </Typography>
        <SaveChanges />
      </div>
    </Form>
  );
}

interface RenewalProps {
  readonly isNewer: boolean;
  readonly onRenew: () => void;
}

/** Shows what was read again, once nothing is being entered. */
function Renewal({ isNewer, onRenew }: RenewalProps) {
  const { isDirty, isSubmitting } = useFormState();
  useEffect(() => {
    if (isNewer && !isDirty && !isSubmitting) onRenew();
  });
  return null;
}

interface TextProps {
  readonly language: Language;
  readonly isReadOnly: boolean;
}

function AlternativeText({ language, isReadOnly }: TextProps) {
  const labels = useLabels();
  const source = `alt.${language}`;
  const length = useLength(source, 255);
  return (
    <TextInput
      source={source}
      label={labels.inLanguage('image_alt', language)}
      readOnly={isReadOnly}
      helperText={length ?? false}
      slotProps={{ htmlInput: { lang: language } }}
    />
  );
}

/** Appears when there is something to save. */
function SaveChanges() {
  const t = useTranslate();
  const { isDirty, isSubmitting } = useFormState();
  if (!isDirty) return null;
  return (
    <Button type="submit" variant="contained" disabled={isSubmitting}>
      {t('action.save')}
    </Button>
  );
}
