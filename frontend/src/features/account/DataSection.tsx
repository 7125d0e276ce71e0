import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '@/shared/api/file';
import { problemText } from '@/shared/forms/problem-text';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { Dialog } from '@/shared/ui/Dialog';
import { InlineAlert } from '@/shared/ui/Notice';
import { ModalPanel } from '@/shared/ui/Panel';
import { exportOwnData, type Profile } from './account-api';
import { CloseAccountForm } from './CloseAccountForm';

/** Section about personal data: download it, or close the account. */
export function DataSection({ customer }: { customer: Profile }) {
  const t = useT();
  const [isLoading, setIsLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isClosing, setIsClosing] = useState(false);
  useBackCloses(isClosing, () => setIsClosing(false));

  const download = async () => {
    setIsLoading(true);
    setProblem(null);
    try {
      saveFile(await exportOwnData(), 'my-data.zip');
    } catch (error) {
      setProblem(problemText(error, t));
    }
    setIsLoading(false);
  };

  return (
    <ModalPanel title={t('account.data')}>
      <div className="grid gap-3">
        {problem && <InlineAlert kind="err" title={problem} />}
        <p className="text-sm text-text-2">{t('account.downloadHint')}</p>
        <div className="flex flex-wrap gap-2">
          <Button kind="soft" icon={Download} isLoading={isLoading} onClick={() => void download()}>
            {t('account.download')}
          </Button>
          <Button kind="outline" icon={Trash2} onClick={() => setIsClosing(true)}>
            {t('account.delete')}
          </Button>
        </div>
      </div>
      <Dialog isOpen={isClosing} onClose={() => setIsClosing(false)} title={t('account.delete')}>
        {isClosing && <CloseAccountForm customer={customer} onCancel={() => setIsClosing(false)} />}
      </Dialog>
    </ModalPanel>
  );
}
