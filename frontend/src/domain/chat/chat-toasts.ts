import { ApiError } from '@/shared/api/client';
import type { Translate } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import type { ChatOutcome } from './conversation-store';
import { refusalText } from './refusal-text';

/** Shows the outcome of a message as a toast, where its bubble alone might be overlooked. */
export function showChatToast(t: Translate, outcome: ChatOutcome): void {
  if (outcome.type === 'like-failed') return void toast.error(t('chat.likeFailed'));
  const isImage = outcome.pending.kind === 'img';
  if (outcome.type === 'sent') return void (isImage && toast.success(t('chat.imageSent')));
  if (outcome.type === 'conflict') return;
  if (outcome.type === 'network') {
    const text = t(isImage ? 'chat.imageNetwork' : 'chat.sendNetwork');
    return void toast.error(text, { detail: t('chat.kept') });
  }
  const error = outcome.error instanceof ApiError ? outcome.error : undefined;
  const known = refusalText(t, error?.reason ?? error?.details.errors?.[0]?.field);
  const text = t(isImage ? 'chat.imageRefused' : 'chat.sendRefused');
  const detail = known === t('chat.sendRefused') ? error?.details.message : known;
  toast.error(text, detail ? { detail } : {});
}
