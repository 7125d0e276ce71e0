import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { importsQuery, repeatImport } from './staff-imports-api';

/** Repeats a former import from its stored file, and opens the new one with its preview. */
export function useImportRepeat() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const t = useT();
  const [isRepeating, setRepeating] = useState(false);
  const repeat = async (id: string, mapping?: string) => {
    if (isRepeating) return;
    setRepeating(true);
    try {
      const next = await repeatImport(id, mapping);
      await navigate({ to: '/staff/imports', search: { id: next } });
    } catch (error) {
      const isGone = error instanceof ApiError && error.reason === 'import_file_gone';
      const detail = isGone ? t('office.import.fileGone') : errorText(t, error);
      toast.error(t('office.actionFailed'), detail ? { detail } : {});
    } finally {
      setRepeating(false);
      void client.invalidateQueries({ queryKey: importsQuery.queryKey });
    }
  };
  return { repeat, isRepeating };
}
