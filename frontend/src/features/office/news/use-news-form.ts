import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { randomKey } from '@/shared/api/random-key';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import { useFormAlert } from '../use-form-alert';
import {
  type NewsPreview,
  type NewsText,
  previewNews,
  renewNews,
  sendNews,
} from './staff-news-api';

export type NewsField = keyof NewsText;
export type NewsErrors = Partial<Record<NewsField, MessageKey>>;

const EMPTY: Record<NewsField, string> = {
  title: '',
  body: '',
  title_en: '',
  body_en: '',
  title_th: '',
  body_th: '',
  title_cn: '',
  body_cn: '',
  title_vn: '',
  body_vn: '',
  link: '',
};
const FIELDS = Object.keys(EMPTY) as NewsField[];
const ERROR_TEXTS: Record<string, MessageKey> = {
  required: 'office.details.missing',
  too_long: 'field.tooLong',
};

function refusedFields(error: unknown): NewsErrors {
  const errors = error instanceof ApiError ? (error.details.errors ?? []) : [];
  const known = errors.filter(({ field }) => FIELDS.includes(field as NewsField));
  return Object.fromEntries(
    known.map(({ field, reason }) => [field, ERROR_TEXTS[reason ?? ''] ?? 'office.news.linkWrong']),
  );
}

/** State of the news form: texts, preview, and sending once. */
export function useNewsForm() {
  const t = useT();
  const { alert, clear } = useFormAlert();
  const client = useQueryClient();
  const [text, setText] = useState(EMPTY);
  const [key, setKey] = useState(randomKey);
  const [errors, setErrors] = useState<NewsErrors>({});
  const [preview, setPreview] = useState<NewsPreview | null>(null);
  const [isRunning, setRunning] = useState(false);

  const change = (field: NewsField, value: string) => {
    // Another text is other news and needs another idempotency key.
    setKey(randomKey());
    setPreview(null);
    setText({ ...text, [field]: value });
  };
  const run = async (work: () => Promise<void>) => {
    if (isRunning) return;
    setRunning(true);
    clear();
    try {
      await work();
      setErrors({});
    } catch (error) {
      const found = refusedFields(error);
      setErrors(found);
      if (Object.keys(found).length > 0) setPreview(null);
      else fail(error);
    }
    setRunning(false);
  };
  const fail = (error: unknown) => {
    const isWithoutUrl = error instanceof ApiError && error.reason === 'no_public_url';
    const detail = isWithoutUrl ? t('office.news.noUrl') : errorText(t, error);
    alert(t('office.actionFailed'), detail ? { detail } : {});
  };
  return {
    text,
    errors,
    preview,
    isRunning,
    change,
    edit: () => setPreview(null),
    show: () => run(async () => setPreview(await previewNews(text))),
    send: () =>
      run(async () => {
        await sendNews(text, key);
        toast.success(t('office.news.begun'));
        setText(EMPTY);
        setKey(randomKey());
        setPreview(null);
        await renewNews(client);
      }),
  };
}
