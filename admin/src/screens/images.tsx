import UploadIcon from '@mui/icons-material/UploadOutlined';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Link as MuiLink, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type Schemas, send } from '../api';
import { formats, useLabels } from '../i18n';
import { PageHead } from '../page-head';
import { upload } from '../record/picture';
import { ImageGrid, imagesQuery, nameOfImage, type StoredImage } from './image-grid';

/** All images that the account may use: upload several, see where one is used, delete what nothing shows. */
export default function Images() {
  const t = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const [image, setImage] = useState<StoredImage>();
  const [isBusy, setBusy] = useState(false);
  const take = async (files: readonly File[]) => {
    setBusy(true);
    for (const file of files)
      await upload(file).catch((error: Error) => notify(`${file.name}: ${error.message}`, { type: 'error' }));
    setBusy(false);
    void queries.invalidateQueries({ queryKey: imagesQuery });
  };
  return (
    <div
      className="screen"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => (event.preventDefault(), void take([...event.dataTransfer.files]))}
    >
      <PageHead title={t('menu.images')}>
        <Button
          component="label"
          role={undefined}
          tabIndex={-1}
          variant="contained"
          startIcon={<UploadIcon />}
          disabled={isBusy}
        >
          {isBusy ? t('image.uploading') : t('image.upload')}
          <input
            type="file"
            accept="image/*"
            multiple
            className="visually-hidden"
            aria-label={t('image.upload')}
            onChange={(event) => void take([...(event.target.files ?? [])])}
          />
        </Button>
      </PageHead>
      <ImageGrid onImage={setImage} />
      {image && <ImageDialog image={image} onClose={() => setImage(undefined)} />}
    </div>
  );
}

function ImageDialog({ image, onClose }: { readonly image: StoredImage; readonly onClose: () => void }) {
  const t = useTranslate();
  const labels = useLabels();
  const notify = useNotify();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: [...imagesQuery, image.id],
    queryFn: () => send<Schemas['ImageWithUses']>('GET', `/images/${image.id}`),
  });
  const uses = data?.data.records ?? [];
  const remove = async () => {
    await send('DELETE', `/images/${image.id}`).then(
      () => (notify('done.removed', { type: 'success' }), onClose()),
      (error: Error) => notify(error.message, { type: 'error' }),
    );
    void queries.invalidateQueries({ queryKey: imagesQuery });
  };
  const about = [
    image.width && `${image.width} × ${image.height}`,
    image.created_utc && formats().day(image.created_utc),
    !image.uploaded && t('image.elsewhere'),
  ];
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="image">
      <DialogTitle id="image">{nameOfImage(image)}</DialogTitle>
      <DialogContent className="image-dialog">
        <img src={image.sizes?.medium.url ?? image.url} alt="" referrerPolicy="no-referrer" />
        <Typography color="text.secondary">{about.filter(Boolean).join(' · ')}</Typography>
        <Typography variant="h2">{uses.length > 0 ? t('image.where') : t('image.unused')}</Typography>
        <ul>
          {uses.map(({ kind, id }) => (
            <li key={`${kind} ${id}`}>
              <MuiLink component={Link} to={`/${kind}/${id}`}>
                {labels.kind(kind, 1)} {id}
              </MuiLink>
            </li>
          ))}
        </ul>
      </DialogContent>
      <DialogActions>
        {data && uses.length === 0 && (
          <Button color="error" onClick={() => void remove()}>
            {t('action.remove')}
          </Button>
        )}
        <Button onClick={onClose}>{t('action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
