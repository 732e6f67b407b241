import UploadIcon from '@mui/icons-material/UploadOutlined';
import { Button, TextField, Typography } from '@mui/material';
import { type DragEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useAttempt } from '../attempt';
import { Popup } from '../controls';
import { useLabels } from '../i18n';
import { textsOf } from '../schema';
import { ImageGrid, type StoredImage } from '../screens/image-grid';
import { LANGUAGES } from '../session';
import { ACCEPTED_TYPES, useUpload } from '../upload';
import { textPath } from './body';
import { useRecordForm } from './context';
import { Section } from './section';
import { InBothLanguages } from './texts';

/** Pictures that one language has instead of the other: they stay when the picture of both languages changes. */
function OwnPictures() {
  const t = useTranslate();
  const { isReadOnly } = useRecordForm();
  const { setValue } = useFormContext();
  const paths = LANGUAGES.map((language) => textPath(language, 'image'));
  const own = useWatch({ name: paths }) as (StoredImage | null)[];
  return LANGUAGES.map((language, index) => {
    const image = own[index];
    if (!image?.url) return null;
    return (
      <div key={language} className="own-picture">
        <img src={image.sizes?.medium.url ?? image.url} alt="" referrerPolicy="no-referrer" />
        <Typography variant="body2">{t(`image.ofLanguage.${language}`)}</Typography>
        {!isReadOnly && (
          <Button onClick={() => setValue(textPath(language, 'image'), null, { shouldDirty: true })}>
            {t('image.useForBoth')}
          </Button>
        )}
      </div>
    );
  });
}

/** The picture of a record: dropped, chosen from the disk or from those there are, or an address. */
export function Picture() {
  const t = useTranslate();
  const labels = useLabels();
  const attempt = useAttempt();
  const upload = useUpload();
  const { kind, isReadOnly, uploads } = useRecordForm();
  const { setValue } = useFormContext();
  const { errors } = useFormState();
  const image = useWatch({ name: 'image' }) as StoredImage | null;
  const [isChoosing, setChoosing] = useState(false);
  const [address, setAddress] = useState('');
  const use = (next: Partial<StoredImage> | null) => setValue('image', next, { shouldDirty: true });
  const take = async (file: File | undefined) => {
    if (file) await attempt(async () => use(await uploads.follow(upload(file))));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  const error = errors.image?.message as string | undefined;
  return (
    <Section name="picture">
      <div className="picture" data-path="image" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {image?.url && <img src={image.sizes?.medium.url ?? image.url} alt="" referrerPolicy="no-referrer" />}
        {!isReadOnly && (
          <div className="picture-tools">
            <Typography variant="body2" color="text.secondary">
              {t(uploads.isUploading ? 'image.uploading' : 'image.drop')}
            </Typography>
            <div className="row">
              <Button
                component="label"
                role={undefined}
                tabIndex={-1}
                variant="outlined"
                startIcon={<UploadIcon />}
                disabled={uploads.isUploading}
              >
                {t('image.upload')}
                <input
                  type="file"
                  accept={ACCEPTED_TYPES}
                  className="visually-hidden"
                  aria-label={labels.field('image')}
                  onChange={(event) => {
                    void take(event.target.files?.[0]);
                    // The same file can be chosen again, once it is mended.
                    event.target.value = '';
                  }}
                />
              </Button>
              <Button onClick={() => setChoosing(true)}>{t('image.choose')}</Button>
              {image && <Button onClick={() => use(null)}>{t('image.remove')}</Button>}
            </div>
            <div className="row">
              <TextField
                label={t('image.address')}
                type="url"
                value={address}
                onChange={(event) => setAddress(event.target.value)}
                error={!!error}
                helperText={error}
              />
              <Button disabled={address === ''} onClick={() => (use({ url: address }), setAddress(''))}>
                {t('image.use')}
              </Button>
            </div>
          </div>
        )}
      </div>
      <OwnPictures />
      {image && <InBothLanguages fields={textsOf(kind, ['image_alt'])} />}
      {isChoosing && (
        <Popup title={t('menu.images')} onClose={() => setChoosing(false)} maxWidth="md">
          <ImageGrid onImage={(chosen) => (use(chosen), setChoosing(false))} />
        </Popup>
      )}
    </Section>
  );
}
