import { useEffect, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { UNDO_SECONDS } from '../order/undo-time';
import { UndoCountdown } from '../UndoCountdown';
import type { DoneMessage } from './use-message-done';

const TICK_MS = 250;

type DoneBarProps = {
  last: DoneMessage;
  isUndoing: boolean;
  onUndo: () => void;
  /** Called when the time to undo has passed. */
  onEnd: () => void;
};

/** Bar with the message that was just marked as done, which can be reopened for 10 seconds. */
export function DoneBar({ last, isUndoing, onUndo, onEnd }: DoneBarProps) {
  const t = useT();
  const [now, setNow] = useState(last.at);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil(UNDO_SECONDS - (now - last.at) / 1000));
  const isOver = left === 0 && !isUndoing;
  useEffect(() => {
    if (isOver) onEnd();
  });
  if (isOver) return null;
  return (
    <UndoCountdown left={left} isUndoing={isUndoing} onUndo={onUndo}>
      <LocalizedText>{t('office.messageDone', { name: last.message.name })}</LocalizedText>
    </UndoCountdown>
  );
}
