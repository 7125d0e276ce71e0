import type { Translate } from '@/shared/i18n/load-messages';

/** Message for the reason of a refusal. */
export function refusalText(t: Translate, why: string | undefined): string {
  const texts: Record<string, () => string> = {
    too_large: () => t('chat.photoTooLarge'),
    type: () => t('chat.photoOnly'),
    unreadable: () => t('chat.photoOnly'),
    too_many_pixels: () => t('chat.photoPixels'),
    image_quota: () => t('chat.photoQuota'),
    message_quota: () => t('chat.textQuota'),
    lost: () => t('chat.photoLost'),
    too_long: () => t('chat.tooLong'),
    sms: () => t('chat.tooLong'),
  };
  return (texts[why ?? ''] ?? (() => t('chat.sendRefused')))();
}
