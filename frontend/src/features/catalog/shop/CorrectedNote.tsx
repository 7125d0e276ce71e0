import { useT } from '@/shared/i18n/language-context';
import { InlineAlert } from '@/shared/ui/Notice';

/**
 * Note that the typed text has no results, and that the list shows the results of a corrected
 * text.
 */
export function CorrectedNote({ text, corrected }: { text: string; corrected: string }) {
  const t = useT();
  return (
    <InlineAlert kind="info" title={t('search.corrected', { text, corrected })} className="mt-2" />
  );
}
