import { useEffect, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { imageError, uploadErrorText } from './image-limits';
import { uploadImage } from './upload-image';

/** A running upload; `error` is the reason of a failed one. */
export type ImageUpload = {
  id: number;
  file: File;
  /** Share that is sent, from 0 to 1. */
  share: number;
  error?: string;
  /** Whether a retry would fail as well. */
  isFinal?: boolean;
};

/** Uploads images one after the other, in the order of their choice. Leaving the page aborts the uploads. */
export function useImageUploads(onUploaded: (path: string) => void) {
  const t = useT();
  const [uploads, setUploads] = useState<ImageUpload[]>([]);
  const queue = useRef<ImageUpload[]>([]);
  const running = useRef<{ id: number; abort: AbortController } | null>(null);
  const lastId = useRef(0);
  const latest = useRef(onUploaded);
  latest.current = onUploaded;
  useEffect(() => {
    const stop = () => {
      queue.current = [];
      running.current?.abort.abort();
    };
    return stop;
  }, []);

  const change = (id: number, changed: Partial<ImageUpload>) =>
    setUploads((now) => now.map((one) => (one.id === id ? { ...one, ...changed } : one)));
  const remove = (id: number) => setUploads((now) => now.filter((one) => one.id !== id));

  const next = async () => {
    const upload = running.current ? undefined : queue.current.shift();
    if (!upload) return;
    const { id, file } = upload;
    const abort = new AbortController();
    running.current = { id, abort };
    try {
      const onProgress = (share: number) => change(id, { share });
      const { path } = await uploadImage(file, { onProgress, signal: abort.signal });
      remove(id);
      latest.current(path);
    } catch (error) {
      if (!abort.signal.aborted) change(id, { error: uploadErrorText(t, error) });
    }
    running.current = null;
    void next();
  };

  const add = (files: Iterable<File>) => {
    const added = [...files].map((file): ImageUpload => {
      lastId.current += 1;
      const error = imageError(file);
      const upload = { id: lastId.current, file, share: 0 };
      return error ? { ...upload, error: t(error), isFinal: true } : upload;
    });
    setUploads((now) => [...now, ...added]);
    queue.current.push(...added.filter(({ error }) => !error));
    void next();
  };

  return {
    uploads,
    add,
    /** Aborts an upload, or removes a failed one from the list. */
    stop: (id: number) => {
      queue.current = queue.current.filter((one) => one.id !== id);
      if (running.current?.id === id) running.current.abort.abort();
      remove(id);
    },
    retry: (upload: ImageUpload) => {
      const again = { id: upload.id, file: upload.file, share: 0 };
      setUploads((now) => now.map((one) => (one.id === upload.id ? again : one)));
      queue.current.push(again);
      void next();
    },
  };
}
