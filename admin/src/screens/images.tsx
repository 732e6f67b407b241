import UploadIcon from '@mui/icons-material/UploadOutlined';
import { Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAttempt } from '../attempt';
import { PageHead } from '../page-head';
import { ACCEPTED_TYPES, sendAll, useUpload } from '../upload';
import { ImageDialog } from './image-dialog';
import { ImageGrid, type StoredImage } from './image-grid';

/** All images that the account may use: upload several, see where one is used, delete what nothing shows. */
export default function Images() {
  const t = useTranslate();
  const attempt = useAttempt();
  const upload = useUpload();
  const [image, setImage] = useState<StoredImage>();
  const [isBusy, setBusy] = useState(false);
  const take = async (files: readonly File[]) => {
    setBusy(true);
    await sendAll(files, (file) => attempt(() => upload(file)));
    setBusy(false);
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
            onChange={(event) => void take([...(event.target.files ?? [])])}
          />
        </Button>
      </PageHead>
      <Typography color="text.secondary">{t('image.unusedHelp')}</Typography>
      <ImageGrid onImage={setImage} />
      {image && <ImageDialog image={image} onClose={() => setImage(undefined)} />}
    </div>
  );
}
