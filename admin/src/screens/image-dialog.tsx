import { Button, Link as MuiLink, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Form, TextInput, useGetOne, usePermissions, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { type CalendarRecord, type Me, readRecord, type Schemas, send } from '../api';
import { useAttempt } from '../attempt';
import { Popup } from '../controls';
import { formats, useLabels } from '../i18n';
import { useLength } from '../record/length';
import { nameOf } from '../record/link-input';
import { useQuestion } from '../record/questions';
import { isEditor, mayChangeImages, mayEdit } from '../rights';
import { type Language, LANGUAGES } from '../session';
import { FocalPoint } from './focal-point';
import { imagesQuery, nameOfImage, type StoredImage } from './image-grid';

type Details = Schemas['ImageWithUses'];

/** An image with the records that show it, and whether the account may change what all of them show. */
async function readImage(id: number, me: Me): Promise<{ readonly image: Details; readonly isChangeable: boolean }> {
  const { data: image } = await send<Details>('GET', `/images/${id}`);
  if (!mayChangeImages(me) || isEditor(me)) return { image, isChangeable: mayChangeImages(me) };
  const uses = await Promise.all(image.records.map(({ kind, id: use }) => readRecord(kind, use)));
  return { image, isChangeable: uses.every((record, index) => mayEdit(me, image.records[index]!.kind, record)) };
}

interface Props {
  readonly image: StoredImage;
  readonly onClose: () => void;
}

/** The dialog of an image: its focal point, its alternative texts, the records that show it, and its removal. */
export function ImageDialog({ image: listed, onClose }: Props) {
  const t = useTranslate();
  const attempt = useAttempt();
  const { question, ask } = useQuestion();
  const { permissions: me } = usePermissions<Me>();
  const { data } = useQuery({
    queryKey: [...imagesQuery, listed.id],
    queryFn: () => readImage(listed.id, me!),
    enabled: me !== undefined,
  });
  const image = data?.image ?? listed;
  const uses = data?.image.records ?? [];
  const isUnused = data !== undefined && uses.length === 0;
  const remove = async () => {
    if (!(await ask(t('trash.removeTitle'), t('trash.removeHelp'), t('action.remove')))) return;
    if (await attempt(() => send('DELETE', `/images/${image.id}`), 'done.removed')) onClose();
  };
  const change = (body: object) => attempt(() => send('PATCH', `/images/${image.id}`, { body }), 'done.saved');
  const save = async ({ focus, alt }: Partial<Details>) => {
    await change({ focus, alt: { en: alt?.en || null, fr: alt?.fr || null } });
  };
  const about = [
    image.width && `${image.width} × ${image.height}`,
    image.created_utc && formats().day(image.created_utc),
    !image.uploaded && t('image.elsewhere'),
  ];
  const isReadOnly = !data?.isChangeable;
  return (
    <Popup
      title={nameOfImage(image)}
      onClose={onClose}
      close="action.close"
      maxWidth="sm"
      className="image-dialog"
      actions={
        isUnused && (
          <Button color="error" onClick={() => void remove()}>
            {t('action.remove')}
          </Button>
        )
      }
    >
      <Typography color="text.secondary">{about.filter(Boolean).join(' · ')}</Typography>
      <Form key={JSON.stringify([image.focus, image.alt])} record={image} resource="images" onSubmit={save}>
        <FocalPoint image={image} isReadOnly={isReadOnly} />
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
      <Typography variant="h2">{uses.length > 0 ? t('image.where') : t('image.unused')}</Typography>
      {uses.map(({ kind, id }) => (
        <Use key={`${kind} ${id}`} kind={kind} id={id} />
      ))}
      {uses.length > 0 && (
        <Typography color="text.secondary" sx={{ mt: 2 }}>
          {t('image.inUse', { smart_count: uses.length })}
        </Typography>
      )}
      {isUnused && image.uploaded && (
        <Removal image={image} onKeep={(kept) => void change({ kept })} mayKeep={isOwnOrEditor(me, image)} />
      )}
      {question}
    </Popup>
  );
}

/** The service tells the name of a file to the account that has sent it, and to editors. */
const isOwnOrEditor = (me: Me | undefined, image: StoredImage): boolean =>
  me !== undefined && mayChangeImages(me) && (isEditor(me) || image.file_name !== null);

interface RemovalProps {
  readonly image: StoredImage;
  readonly mayKeep: boolean;
  readonly onKeep: (kept: boolean) => void;
}

/** When the service removes an image that nothing shows, and the choice to keep it. */
function Removal({ image: { kept, removed_utc: at }, mayKeep, onKeep }: RemovalProps) {
  const t = useTranslate();
  if (!kept && !at) return null;
  return (
    <div className="image-removal">
      <Typography>{kept ? t('image.kept') : t('image.removedOn', { day: formats().longDay(at!) })}</Typography>
      {mayKeep && (
        <Button variant="outlined" onClick={() => onKeep(!kept)}>
          {t(kept ? 'image.keepNot' : 'image.keep')}
        </Button>
      )}
    </div>
  );
}

/** A record that shows the image, with the alternative texts of its own, which it shows instead of those of the image. */
function Use({ kind, id }: { readonly kind: string; readonly id: number }) {
  const t = useTranslate();
  const labels = useLabels();
  const { data: record } = useGetOne<CalendarRecord>(kind, { id });
  if (!record) return null;
  const own = LANGUAGES.flatMap((language) => {
    const text = record.translations?.[language]?.image_alt;
    return text ? [{ language, text }] : [];
  });
  return (
    <div className="image-use">
      <MuiLink component={Link} to={`/${kind}/${id}`}>
        {nameOf(kind)(record) || `${labels.kind(kind, 1)} ${id}`}
      </MuiLink>
      {own.map(({ language, text }) => (
        <Typography key={language} variant="body2" color="text.secondary">
          {t(`image.own.${language}`)} <span lang={language}>{text}</span>
        </Typography>
      ))}
    </div>
  );
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
