import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useT } from '@/shared/i18n/language-context';
import { Button, IconButton } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Skeleton } from '@/shared/ui/Skeleton';
import { quickRepliesQuery } from './inbox-queries';

type QuickReplyMenuProps = {
  /** Text after the `/`. */
  filter: string;
  onChoose: (text: string) => void;
  onClose: () => void;
};

/** Menu of quick replies. A click puts one into the composer, where it can be edited. */
export function QuickReplyMenu({ filter, onChoose, onClose }: QuickReplyMenuProps) {
  const t = useT();
  const wanted = filter.toLocaleLowerCase();
  const { data, error, isPending, refetch } = useQuery(quickRepliesQuery);
  const close = useRef<HTMLButtonElement>(null);
  const replies = (data?.data ?? []).filter(({ title, text }) =>
    `${title} ${text}`.toLocaleLowerCase().includes(wanted),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
    <div
      role="group"
      aria-label={t('staff.replies')}
      onKeyDown={(event) => pressedKey(event) === 'Escape' && onClose()}
      className="mx-2 mt-1 rounded-md bg-surface-2 p-1"
    >
      <div className="flex items-center justify-between ps-2">
        <b className="text-xs font-semibold">{t('staff.replies')}</b>
        <IconButton ref={close} icon={X} label={t('action.close')} onClick={onClose} />
      </div>
      <ul className="max-h-56 overflow-y-auto">
        {replies.map(({ quick_reply_id, title, text }) => (
          <li key={quick_reply_id}>
            <button
              type="button"
              onClick={() => onChoose(text)}
              className="block min-h-11 w-full rounded-sm px-2 py-1.5 text-start text-sm hover:bg-surface-3"
            >
              <b className="font-semibold">
                <LocalizedText>{title}</LocalizedText>
              </b>
              <span className="line-clamp-1 text-xs text-text-3">
                <LocalizedText>{text}</LocalizedText>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {isPending && (
        <div role="status" aria-label={t('state.loading')}>
          <Skeleton className="mx-2 my-3 h-3.5" />
        </div>
      )}
      {error && !data && (
        <p role="alert" className="flex items-center gap-2 px-2 text-sm">
          <LocalizedText>{t('error.title')}</LocalizedText>
          <Button
            kind="ghost"
            onClick={() => {
              close.current?.focus();
              void refetch();
            }}
          >
            {t('action.retry')}
          </Button>
        </p>
      )}
      {data && replies.length === 0 && (
        <p role="status" className="px-2 text-sm text-text-3">
          <LocalizedText>{t('staff.noReplies')}</LocalizedText>
        </p>
      )}
      <Link
        to="/staff/chat"
        search={{ view: 'replies' }}
        className="inline-flex min-h-11 items-center px-2 text-xs font-semibold text-link"
      >
        {t('staff.manageReplies')}
      </Link>
    </div>
  );
}
