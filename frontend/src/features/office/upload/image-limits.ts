import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';

/** Maximum size of an image, as in `images.rs` of the catalog service, which also checks the content. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

const REASONS: Record<string, MessageKey> = {
  image_type: 'office.upload.wrongType',
  too_large: 'office.upload.tooLarge',
  image_dimensions: 'office.upload.wrongSize',
  image_unreadable: 'office.upload.unreadable',
  upload_unavailable: 'office.upload.unavailable',
};

/** Message key of a file that cannot be uploaded, as far as the browser can tell. */
export function imageError(file: Blob): MessageKey | undefined {
  if (!IMAGE_TYPES.includes(file.type)) return 'office.upload.wrongType';
  if (file.size === 0) return 'office.upload.unreadable';
  return file.size > MAX_IMAGE_BYTES ? 'office.upload.tooLarge' : undefined;
}

/** Error text of a failed upload. */
export function uploadErrorText(t: Translate, error: unknown): string {
  const reason = error instanceof ApiError ? REASONS[error.reason ?? ''] : undefined;
  return reason ? t(reason) : (errorText(t, error) ?? t('office.upload.failed'));
}
