import type { Translate } from '@/shared/i18n/load-messages';

/** Message for the reason of a refusal. */
export function refusalText(t: Translate, why: string | undefined): string {
  const texts: Record<string, () => string> = {
    too_large: () => t('chat.imageTooLarge'),
    type: () => t('chat.imageOnly'),
    unreadable: () => t('chat.imageOnly'),
    too_many_pixels: () => t('chat.imagePixels'),
    image_quota: () => t('chat.imageQuota'),
    message_quota: () => t('chat.textQuota'),
    lost: () => t('chat.imageLost'),
    too_long: () => t('chat.tooLong'),
    sms: () => t('chat.tooLong'),
  };
  return (texts[why ?? ''] ?? (() => t('chat.sendRefused')))();
}
