import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';

type CopyRowProps = {
  name: string;
  value: string;
  /** Displayed form of the value if it differs, such as a formatted amount. */
  shown?: ReactNode;
};

/** Row of a value with a copy button. On phones the value has a line of its own, so that an account number stays whole. */
export function CopyRow({ name, value, shown = value }: CopyRowProps) {
  const t = useT();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
    } catch {
      // Without a clipboard API the text can still be selected.
    }
  };
  return (
    <div className="flex min-h-13 items-center gap-x-3 border-b max-split:flex-wrap max-split:pt-2 border-line last:border-0">
      <dt className="flex-none text-sm text-text-3 max-split:w-full split:w-1/3">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-2">
        <bdi
          dir="auto"
          className="num min-w-0 font-semibold wrap-anywhere select-all max-[359px]:text-sm"
        >
          {shown}
        </bdi>
        <IconButton
          icon={isCopied ? Check : Copy}
          label={isCopied ? t('action.copied') : t('action.copy', { name })}
          onClick={() => void copy()}
        />
        <span role="status" className="sr-only">
          {isCopied && t('action.copied')}
        </span>
      </dd>
    </div>
  );
}
