import { Button, Link as MuiLink, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useGetOne, usePermissions, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type CalendarRecord, type Me, readRecord, send } from '../api';
import { useAttempt } from '../attempt';
import { Popup } from '../controls';
import { asUtc, formats, useLabels } from '../i18n';
import { nameOf } from '../record/record-names';
import { useQuestion } from '../record/questions';
import { isEditor, mayChangeImages, mayEdit } from '../rights';
import { LANGUAGES } from '../session';
import { ImageForm, readDetails } from './image-form';
import { imagesQuery, nameOfImage, type StoredImage } from './image-grid';

/** An image that a series shows has hundreds of records. */
const MOST_USES = 10;

interface Details extends Awaited<ReturnType<typeof readDetails>> {
  /** Whether the account may change what all records show; of many records it is assumed, and the service decides. */
  readonly isChangeable: boolean;
}

async function readImage(id: number, me: Me): Promise<Details> {
  const read = await readDetails(id);
  if (!mayChangeImages(me) || isEditor(me)) return { ...read, isChangeable: mayChangeImages(me) };
  const some = read.image.records.slice(0, MOST_USES);
  const uses = await Promise.all(some.map(({ kind, id: use }) => readRecord(kind, use)));
  return { ...read, isChangeable: uses.every((record, index) => mayEdit(me, some[index]!.kind, record)) };
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
  const inList = useMemo(() => ({ image: listed }), [listed]);
  const image = data?.image ?? listed;
  const uses = data?.image.records ?? [];
  const isUnused = data !== undefined && uses.length === 0;
  const remove = async () => {
    if (!(await ask(t('trash.removeTitle'), t('trash.removeHelp'), t('action.remove')))) return;
    if (await attempt(() => send('DELETE', `/images/${image.id}`), 'done.removed')) onClose();
  };
  const keep = (kept: boolean) => attempt(() => send('PATCH', `/images/${image.id}`, { body: { kept } }), 'done.saved');
  const about = [
    image.width && `${image.width} × ${image.height}`,
    image.created_utc && formats().dayOf(asUtc(image.created_utc)),
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
        isUnused && (
          <Button color="error" onClick={() => void remove()}>
            {t('action.remove')}
          </Button>
        )
      }
    >
      <Typography color="text.secondary">{about.filter(Boolean).join(' · ')}</Typography>
      <ImageForm read={data ?? inList} isReadOnly={!data?.isChangeable} />
      <Typography variant="h2">{uses.length > 0 ? t('image.where') : t('image.unused')}</Typography>
      {uses.slice(0, MOST_USES).map(({ kind, id }) => (
        <Use key={`${kind} ${id}`} kind={kind} id={id} />
      ))}
      {uses.length > MOST_USES && (
        <Typography sx={{ mt: 1 }}>{t('image.otherUses', { smart_count: uses.length - MOST_USES })}</Typography>
      )}
      {uses.length > 0 && (
        <Typography color="text.secondary" sx={{ mt: 2 }}>
          {t('image.inUse', { smart_count: uses.length })}
        </Typography>
      )}
      {isUnused && image.uploaded && (
        <Removal image={image} onKeep={(kept) => void keep(kept)} mayKeep={isOwnOrEditor(me, image)} />
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
      <Typography>{kept ? t('image.kept') : t('image.removedOn', { day: formats().longDayOf(asUtc(at!)) })}</Typography>
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
