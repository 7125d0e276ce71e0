import { Copy } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';

type RecoveryCodesProps = { codes: string[]; onDone: () => void };

/** Shows the recovery codes once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useT();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast.success(t('action.copied'));
    } catch {
      // Without a clipboard the codes can still be selected.
    }
  };
  return (
    <div className="grid gap-4">
      <InlineAlert kind="warn" title={t('office.factor.keepCodes')} />
      <ul
        translate="no"
        aria-label={t('office.factor.recoveryCodes')}
        className="num grid grid-cols-2 gap-2 rounded-lg border border-line p-4 font-semibold select-all"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button kind="outline" icon={Copy} onClick={() => void copy()}>
          {t('office.factor.copyCodes')}
        </Button>
        <Button onClick={onDone}>{t('office.factor.done')}</Button>
      </div>
    </div>
  );
}
