import { Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';

const COPIED_MS = 3000;

/** Button that opens the phone's share menu, or copies the address. */
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
      // The promise also rejects when the user closes the menu, which is not an error.
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

/** Copies a text. Pages without HTTPS have no clipboard API, so `execCommand` is the fallback. */
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
