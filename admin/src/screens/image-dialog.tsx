import { Button, Link as MuiLink, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Form, TextInput, useGetOne, usePermissions, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { type CalendarRecord, type Me, type Schemas, send } from '../api';
import { useAttempt } from '../attempt';
import { Popup } from '../controls';
import { formats, useLabels } from '../i18n';
import { useLength } from '../record/length';
import { nameOf } from '../record/link-input';
import { useQuestion } from '../record/questions';
import { mayEdit } from '../rights';
import { type Language, LANGUAGES } from '../session';
import { imagesQuery, isRemoved, nameOfImage, type StoredImage } from './image-grid';

/** The dialog of an image: its file, the records that show it, their alternative texts, and Delete if no record shows it. */
export function ImageDialog({ image, onClose }: { readonly image: StoredImage; readonly onClose: () => void }) {
  const t = useTranslate();
  const attempt = useAttempt();
  const { question, ask } = useQuestion();
  const { data } = useQuery({
    queryKey: [...imagesQuery, image.id],
    queryFn: () => send<Schemas['ImageWithUses']>('GET', `/images/${image.id}`),
  });
  const uses = data?.data.records ?? [];
  const remove = async () => {
    if (!(await ask(t('trash.removeTitle'), t('trash.removeHelp'), t('action.remove')))) return;
    if (await attempt(() => send('DELETE', `/images/${image.id}`), 'done.removed')) onClose();
  };
  const removal = image.removed_utc
    ? t('image.removedOn', { day: formats().day(image.removed_utc) })
    : t('image.removedAfter');
  const about = [
    image.width && `${image.width} × ${image.height}`,
    image.created_utc && formats().day(image.created_utc),
    !image.uploaded && t('image.elsewhere'),
  ];
  return (
    <Popup
      title={nameOfImage(image)}
      onClose={onClose}
      close="action.close"
      maxWidth="sm"
      className="image-dialog"
      actions={
        data &&
        uses.length === 0 && (
          <Button color="error" onClick={() => void remove()}>
            {t('action.remove')}
          </Button>
        )
      }
    >
      <img src={image.sizes?.medium.url ?? image.url} alt="" referrerPolicy="no-referrer" />
      <Typography color="text.secondary">{about.filter(Boolean).join(' · ')}</Typography>
      <Typography variant="h2">{uses.length > 0 ? t('image.where') : t('image.unused')}</Typography>
      {data && uses.length === 0 && isRemoved(image) && <Typography>{removal}</Typography>}
      {uses.map(({ kind, id }) => (
        <Use key={`${kind} ${id}`} kind={kind} id={id} />
      ))}
      {uses.length > 0 && (
        <Typography color="text.secondary">{t('image.inUse', { smart_count: uses.length })}</Typography>
      )}
      {question}
    </Popup>
  );
}

/** A record that shows the image, and what the image is there for those who do not see it, in both languages. */
function Use({ kind, id }: { readonly kind: string; readonly id: number }) {
  const labels = useLabels();
  const attempt = useAttempt();
  const { permissions: me } = usePermissions<Me>();
  const { data: record } = useGetOne<CalendarRecord>(kind, { id });
  if (!record || !me) return null;
  const save = async (values: Partial<CalendarRecord>) => {
    const texts = LANGUAGES.filter((language) => record.translations?.[language]).map((language) => [
      language,
      { image_alt: values.translations?.[language]?.image_alt || null },
    ]);
    const body = { translations: Object.fromEntries(texts) as object };
    await attempt(() => send('PATCH', `/${kind}/${id}`, { body }), 'done.saved');
  };
  const isReadOnly = !mayEdit(me, kind, record) || record.status === 'trash';
  return (
    <Form key={record._etag} record={record} resource={kind} onSubmit={save}>
      <div className="image-use">
        <MuiLink component={Link} to={`/${kind}/${id}`}>
          {nameOf(kind)(record) || `${labels.kind(kind, 1)} ${id}`}
        </MuiLink>
        {LANGUAGES.filter((language) => record.translations?.[language]).map((language) => (
          <AlternativeText key={language} language={language} isReadOnly={isReadOnly} />
        ))}
        <SaveTexts />
      </div>
    </Form>
  );
}

interface TextProps {
  readonly language: Language;
  readonly isReadOnly: boolean;
}

function AlternativeText({ language, isReadOnly }: TextProps) {
  const labels = useLabels();
  const source = `translations.${language}.image_alt`;
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
function SaveTexts() {
  const t = useTranslate();
  const { isDirty, isSubmitting } = useFormState();
  if (!isDirty) return null;
  return (
    <Button type="submit" variant="outlined" disabled={isSubmitting}>
      {t('action.save')}
    </Button>
  );
}
