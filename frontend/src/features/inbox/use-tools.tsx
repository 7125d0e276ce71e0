import { MessageSquareText, PackageSearch } from 'lucide-react';
import { useState } from 'react';
import type { ComposerState } from '@/domain/chat/use-composer';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';

type Panel = 'replies' | 'product' | null;

/**
 * Tool above the composer: quick replies (also after a `/` at the start), or the product search. The browser's back
 * button closes it.
 */
export function useTools(composing: ComposerState) {
  const t = useT();
  const [opened, setOpened] = useState<Panel>(null);
  const [isDismissed, setDismissed] = useState(false);
  const { text } = composing;
  const isSlash = /^\/[^\s/]*$/.test(text);
  if (!isSlash && isDismissed) setDismissed(false);
  const panel: Panel = isSlash && !isDismissed ? 'replies' : opened;
  const close = () => {
    setOpened(null);
    setDismissed(isSlash);
  };
  useBackCloses(panel !== null, close);
  const toggle = (wanted: Panel) => setOpened(opened === wanted ? null : wanted);
  return {
    panel,
    filter: isSlash ? text.slice(1) : '',
    close,
    choose: (reply: string) => {
      composing.write(isSlash || !text.trim() ? reply : `${text.trimEnd()} ${reply}`);
      setOpened(null);
      document.querySelector<HTMLElement>('[data-chat-input]')?.focus();
    },
    buttons: (
      <>
        <IconButton
          icon={MessageSquareText}
          label={t('staff.replies')}
          aria-expanded={panel === 'replies'}
          onClick={() => toggle('replies')}
        />
        <IconButton
          icon={PackageSearch}
          label={t('staff.product')}
          aria-expanded={panel === 'product'}
          onClick={() => toggle('product')}
        />
      </>
    ),
  };
}
