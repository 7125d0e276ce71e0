import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { importsQuery, uploadImport } from './staff-imports-api';

export type UploadState = { name: string; bytes: number; sent: number };

/** Uploads one file at a time. Leaving the page aborts the upload. */
export function useImportUpload(onUploaded: (id: string) => void) {
  const client = useQueryClient();
  const [upload, setUpload] = useState<UploadState | null>(null);
  const [error, setError] = useState<unknown>(null);
  const abort = useRef<AbortController | null>(null);
  const [last, setLast] = useState<{ file: File; replace: boolean } | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const start = async (file: File, replace: boolean, mapping = '') => {
    if (abort.current) return;
    const controller = new AbortController();
    abort.current = controller;
    setError(null);
    setLast({ file, replace });
    const state = { name: file.name, bytes: file.size, sent: 0 };
    setUpload(state);
    try {
      const onSent = (sent: number) => setUpload({ ...state, sent });
      onUploaded(await uploadImport({ file, replace, mapping, signal: controller.signal, onSent }));
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure);
    }
    abort.current = null;
    setUpload(null);
    void client.invalidateQueries({ queryKey: importsQuery.queryKey });
  };
  return { upload, error, last, start, stop: () => abort.current?.abort() };
}
