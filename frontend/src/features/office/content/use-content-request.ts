import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { useFormAlert } from '../use-form-alert';
import { type ContentBody, type ContentKind, cacheContent, currentContent } from './content-api';
import type { ContentErrors } from './content-form';
import { numberErrors } from './content-number';
import { type ContentForm, changedByOthers } from './use-content-form';

type SavedContent = components['schemas']['SavedContent'];

const ERROR_TEXTS: Record<string, MessageKey> = {
  required: 'office.product.required',
  too_long: 'office.product.tooLong',
  unknown: 'office.content.fault.unknown',
  not_empty: 'office.content.fault.notEmpty',
};

const CONFLICTS: Record<string, MessageKey> = {
  content_changed: 'office.content.changedMeanwhile',
  draft_changed: 'office.content.changedMeanwhile',
  item_taken: 'office.draft.taken',
};

/**
 * Sends changes of an item and keeps the fields that the server refused. If another person has changed the item
 * meanwhile, their version is shown and the user's changes stay.
 */
export function useContentRequest(kind: ContentKind, { base, form, accept }: ContentForm) {
  const client = useQueryClient();
  const t = useT();
  const { alert, clear } = useFormAlert();
  const [errors, setErrors] = useState<ContentErrors>({});
  const [isSaving, setSaving] = useState(false);

  const fail = (error: unknown) => {
    const current = currentContent(error);
    if (current && base) {
      cacheContent(client, current);
      // The form merges the newer version and shows the differences, if there are any.
      if (changedByOthers(form, base, current).length > 0) return;
    }
    setErrors(refusedFields(error));
    const conflict = error instanceof ApiError ? CONFLICTS[error.reason ?? ''] : undefined;
    const detail = conflict
      ? t(conflict)
      : (errorText(t, error) ?? (error as ApiError).details?.message);
    alert(t('office.content.saveFailed'), detail ? { detail } : {});
  };

  /**
   * Returns the response, or undefined after a failure, which it reports. Fields that were changed after `sent` stay.
   */
  const send = async (
    request: () => Promise<SavedContent>,
    sent: ContentBody = form,
  ): Promise<SavedContent | undefined> => {
    setSaving(true);
    clear();
    setErrors({});
    try {
      const saved = await request();
      if (saved.content) {
        if (base) accept(saved.content, sent);
        cacheContent(client, saved.content);
      }
      return saved;
    } catch (error) {
      fail(error);
      return undefined;
    } finally {
      setSaving(false);
    }
  };

  /** Reports a wrong number. The field shows it as well, but may be hidden by the preview. */
  const hasWrongNumber = (sent: ContentBody): boolean => {
    clear();
    const [wrongNumber] = numberErrors(kind, sent);
    if (wrongNumber) alert(t('office.content.saveFailed'), { detail: t(wrongNumber) });
    return wrongNumber !== undefined;
  };
  return { send, hasWrongNumber, isSaving, errors, clearErrors: () => setErrors({}) };
}

export type ContentRequest = ReturnType<typeof useContentRequest>;

function refusedFields(error: unknown): ContentErrors {
  if (!(error instanceof ApiError)) return {};
  const refused = (error.details.errors ?? []) as { field: string; reason?: string }[];
  const errors: ContentErrors = {};
  for (const { field, reason = '' } of refused) {
    errors[field] = ERROR_TEXTS[reason] ?? 'office.product.invalid';
  }
  if (refused.length === 0 && error.details.field) {
    errors[error.details.field] = 'office.product.invalid';
  }
  return errors;
}
