import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError, send } from './api';
import { type StoredImage } from './screens/image-grid';

/** The types that the service accepts. They are named, so that an iPhone converts its own type, which `image/*` would keep. */
export const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Uploads at a time: the service refuses the fifth one of an account, which may have the page open twice. */
const AT_ONCE = 3;

/** A function that sends a file to the service; equal bytes give the same image. Its error names the file and the reason. */
export function useUpload() {
  const t = useTranslate();
  return async (file: File): Promise<StoredImage> => {
    const body = new FormData();
    body.set('file', file);
    try {
      return (await send<StoredImage>('POST', '/images', { body })).data;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0) throw error;
      const reason = error.params.file || error.message;
      throw new Error(t('image.refused', { name: file.name, reason }), { cause: error });
    }
  };
}

export interface Uploads {
  readonly isUploading: boolean;
  /** Counts an upload until it has ended. */
  readonly follow: <T>(upload: Promise<T>) => Promise<T>;
}

/** The uploads of a form that are on their way: what is saved before they have ended lacks their pictures. */
export function useUploads(): Uploads {
  const [count, setCount] = useState(0);
  const follow = <T>(upload: Promise<T>): Promise<T> => {
    setCount((number) => number + 1);
    return upload.finally(() => setCount((number) => number - 1));
  };
  return { isUploading: count > 0, follow };
}

/** Sends files, a few at a time. */
export async function sendAll(files: readonly File[], sendFile: (file: File) => Promise<unknown>): Promise<void> {
  const waiting = [...files];
  const sendNext = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await sendFile(file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
}
