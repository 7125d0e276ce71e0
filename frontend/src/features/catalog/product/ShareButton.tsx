import { Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';

const COPIED_MS = 3000;

/** Shares the page by the phone's own menu, or copies its address. */
export function ShareButton({ name, className }: { name: string; className?: string }) {
  const t = useT();
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const share = async () => {
    const url = location.origin + location.pathname;
    if (navigator.share) {
      // Closing the menu without choosing is no failure.
      await navigator.share({ title: name, url }).catch(() => {});
    } else if (await copy(url)) {
      setCopied(true);
    }
  };

  return (
    <span className={cx('flex items-center gap-2', className)}>
      <span role="status">
        {isCopied && (
          <span className="block animate-[fade-in_var(--t-base)] rounded-full bg-toast px-3 py-1 text-xs text-on-ink">
            {t('product.linkCopied')}
          </span>
        )}
      </span>
      <button
        type="button"
        onClick={share}
        aria-label={t('product.share')}
        className="float-button"
      >
        <Icon of={Share2} />
      </button>
    </span>
  );
}

/** The clipboard is closed to pages without HTTPS; there the old way still works. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }
}
