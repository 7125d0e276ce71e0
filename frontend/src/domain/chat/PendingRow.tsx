import { Clock, RotateCcw, Trash2, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { Translate } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import type { PendingMessage } from './chat-types';
import { loadImage } from './image-store';
import { productIdOf } from './link-text';
import { LinkedText } from './MessageBody';
import { MessageProductCard } from './MessageProductCard';
import { refusalText } from './refusal-text';

type PendingRowProps = {
  pending: PendingMessage;
  isSending: boolean;
  onRetry: () => void;
  onDiscard: () => void;
};

/** A message that the server does not have yet: sending, waiting for the connection, or refused. */
export function PendingRow({ pending, isSending, onRetry, onDiscard }: PendingRowProps) {
  const t = useT();
  const product = productIdOf(pending.url);
  const isRefused = pending.state === 'refused';
  return (
    <div data-pending={isSending ? 'sending' : pending.state} className="grid">
      <div className="bubble opacity-75" data-own data-kind={pending.kind}>
        {pending.kind === 'img' && <PendingImage id={pending.client_id} />}
        {product && <MessageProductCard id={product} isOwn />}
        <LinkedText text={pending.sms} />
      </div>
      <p className="flex flex-wrap items-center justify-end gap-x-1 text-xs text-text-3">
        <Icon of={isRefused ? TriangleAlert : Clock} size="s" />
        {isRefused ? refusalText(t, pending.why) : waitingText(t, pending, isSending)}
        {isRefused && pending.why !== 'lost' && (
          <PlainButton icon={RotateCcw} label={t('action.retry')} onClick={onRetry} />
        )}
        {!isSending && <PlainButton icon={Trash2} label={t('action.delete')} onClick={onDiscard} />}
      </p>
    </div>
  );
}

function waitingText(t: Translate, { why }: PendingMessage, isSending: boolean): string {
  if (isSending) return t('chat.sending');
  return t(why === 'message_rate' ? 'chat.tooFast' : 'chat.waiting');
}

type PlainButtonProps = { icon: typeof Clock; label: string; onClick: () => void };

function PlainButton({ icon, label, onClick }: PlainButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex min-h-11 items-center gap-1 rounded-sm px-2 font-semibold text-link"
    >
      <Icon of={icon} size="s" />
      {label}
    </button>
  );
}

function PendingImage({ id }: { id: string }) {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let isGone = false;
    void loadImage(id).then((image) => {
      if (!image || isGone) return;
      url = URL.createObjectURL(image);
      setSrc(url);
    });
    return () => {
      isGone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id]);
  if (!src) return null;
  return (
    <span className="-mx-2 mb-1.5 block overflow-hidden rounded-md">
      <img src={src} alt="" className="max-h-72 w-auto max-w-full object-contain" />
    </span>
  );
}
