import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeButton } from './OfficeButton';

/** Secret to be passed on, with a copy button. */
export function CopiedSecret({ value, copyText }: { value: string; copyText: string }) {
  const t = useT();
  const text = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Without a clipboard API the text is selected, so that the keyboard can copy it.
      if (text.current) getSelection()?.selectAllChildren(text.current);
    }
  };
  return (
    <div className="o-row o-wrap">
      <code ref={text} translate="no" className="o-password">
        <Ltr>{value}</Ltr>
      </code>
      <OfficeButton kind="primary" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
        {isCopied ? t('action.copied') : copyText}
      </OfficeButton>
      <span role="status" className="sr-only">
        {isCopied && t('action.copied')}
      </span>
    </div>
  );
}
