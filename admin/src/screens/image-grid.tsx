import { Button, Pagination, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Schemas, send } from '../api';
import { asUtc, formats } from '../i18n';
import { croppedAt } from './cropped-at';

export type StoredImage = Schemas['RegisteredImage'];

interface Props {
  /** Called with an image when it is clicked. */
  readonly onImage: (image: StoredImage) => void;
}

const PER_PAGE = 24;

export const imagesQuery = ['images'] as const;

/** The images that the account may use, newest first. */
export function ImageGrid({ onImage }: Props) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    queryKey: [...imagesQuery, page, search],
    queryFn: () =>
      send<Schemas['ImageList']>('GET', '/images', { query: { page, per_page: PER_PAGE, ...(search && { search }) } }),
  });
  const useOf = (image: StoredImage) => {
    if (image.used_by > 0) return t('image.usedBy', { smart_count: image.used_by });
    const { removed_utc: at, kept } = image;
    if (at) return t('image.unusedUntil', { day: formats().longDayOf(asUtc(at)) });
    return t(kept ? 'image.unusedKept' : 'image.unused');
  };
  const { images = [], total_pages: pages = 0 } = data?.data ?? {};
  return (
    <>
      <TextField
        type="search"
        label={t('action.search')}
        value={search}
        onChange={(event) => (setSearch(event.target.value), setPage(1))}
        className="grid-search"
      />
      {data && images.length === 0 && <p>{t('image.none')}</p>}
      <ul className="image-grid">
        {images.map((image) => (
          <li key={image.id}>
            <Button onClick={() => onImage(image)}>
              <img
                src={image.sizes?.thumbnail.url ?? image.url}
                alt=""
                loading="lazy"
                referrerPolicy="no-referrer"
                style={croppedAt(image.focus)}
                onError={hide}
              />
              <span>{nameOfImage(image)}</span>
              <small>{useOf(image)}</small>
            </Button>
          </li>
        ))}
      </ul>
      {pages > 1 && <Pagination count={pages} page={page} onChange={(_event, next) => setPage(next)} />}
    </>
  );
}

/** A picture elsewhere may be gone; its place stays empty. */
const hide = (event: { currentTarget: HTMLElement }) => (event.currentTarget.style.opacity = '0');

export const nameOfImage = ({ file_name: name, url, id }: StoredImage): string =>
  name ?? url.split('/').pop() ?? String(id);
