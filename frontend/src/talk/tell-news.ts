import { ApiError } from '@/api/client';
import type { Translate } from '@/language/texts';
import { toast } from '@/ui/toast';
import { refusalText } from './refusal-text';
import type { TalkNews } from './talk';

/** Says what became of a message, where its bubble alone would not be noticed. */
export function tellNews(t: Translate, news: TalkNews): void {
  if (news.is === 'like-failed') return void toast.error(t('chat.likeFailed'));
  const isPhoto = news.pending.kind === 'img';
  if (news.is === 'sent') return void (isPhoto && toast.success(t('chat.photoSent')));
  if (news.is === 'conflict') return;
  if (news.is === 'network') {
    const text = t(isPhoto ? 'chat.photoNetwork' : 'chat.sendNetwork');
    return void toast.error(text, { detail: t('chat.kept') });
  }
  const error = news.error instanceof ApiError ? news.error : undefined;
  const known = refusalText(t, error?.reason ?? error?.details.errors?.[0]?.field);
  const text = t(isPhoto ? 'chat.photoRefused' : 'chat.sendRefused');
  const detail = known === t('chat.sendRefused') ? error?.details.message : known;
  toast.error(text, detail ? { detail } : {});
}
