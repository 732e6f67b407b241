import UploadIcon from '@mui/icons-material/UploadOutlined';
import { Alert, Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { reasonOf } from '../attempt';
import { PageHead } from '../page-head';
import { ACCEPTED_TYPES, sendAll, useUpload } from '../upload';
import { ImageDialog } from './image-dialog';
import { ImageGrid, imagesQuery, type StoredImage } from './image-grid';

/** All images that the account may use: upload several, see where one is used, delete what nothing shows. */
export default function Images() {
  const t = useTranslate();
  const queries = useQueryClient();
  const upload = useUpload();
  const [image, setImage] = useState<StoredImage>();
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const take = async (files: readonly File[]) => {
    const refuse = (error: unknown) => setRefusals((others) => [...new Set([...others, t(reasonOf(error))])]);
    setBusy(true);
    setRefusals([]);
    await sendAll(files, (file) => upload(file).catch(refuse));
    setBusy(false);
    await queries.invalidateQueries({ queryKey: imagesQuery });
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
            accept={ACCEPTED_TYPES}
            multiple
            className="visually-hidden"
            aria-label={t('image.upload')}
            onChange={(event) => {
              void take([...(event.target.files ?? [])]);
              // The same file can be chosen again, once it is mended.
              event.target.value = '';
            }}
          />
        </Button>
      </PageHead>
      {refusals.length > 0 && (
        <Alert severity="error" onClose={() => setRefusals([])} sx={{ mb: 2 }}>
          {refusals.map((refusal) => (
            <div key={refusal}>{refusal}</div>
          ))}
        </Alert>
      )}
      <Typography color="text.secondary">{t('image.unusedHelp')}</Typography>
      <ImageGrid onImage={setImage} />
      {image && <ImageDialog image={image} onClose={() => setImage(undefined)} />}
    </div>
  );
}
