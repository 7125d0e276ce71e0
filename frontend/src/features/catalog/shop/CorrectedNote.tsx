import { useT } from '@/shared/i18n/language-context';
import { InlineAlert } from '@/shared/ui/Notice';

/** Nothing has the text as it was typed; the list shows another one. */
export function CorrectedNote({ text, corrected }: { text: string; corrected: string }) {
  const t = useT();
  return (
    <InlineAlert kind="info" title={t('search.corrected', { text, corrected })} className="mt-2" />
  );
}
