import { Download } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { fetchFile, saveFile } from '@/shared/api/file';
import { shopNow } from '@/shared/api/shop-time';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { OfficeButton, OfficeIconButton } from './OfficeButton';
import { shopDay } from './office-dates';

type CsvButtonProps = {
  url: string;
  /** Prefix of the file name, before the date. */
  name: string;
};

/** Button that downloads the filtered list as CSV. */
export function CsvButton({ url, name }: CsvButtonProps) {
  const t = useT();
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    if (isLoading) return;
    setLoading(true);
    try {
      saveFile(await fetchFile(url), `${name}-${shopDay(shopNow())}.csv`);
    } catch (error) {
      const isTooLong = error instanceof ApiError && error.reason === 'too_many';
      const detail = isTooLong ? t('office.csvTooLong') : errorText(t, error);
      toast.error(t('office.csvFailed'), detail ? { detail } : {});
    }
    setLoading(false);
  };
  return (
    <>
      <OfficeButton
        icon={Download}
        isLoading={isLoading}
        onClick={() => void download()}
        className="max-lg:hidden"
      >
        {t('office.csv')}
      </OfficeButton>
      <OfficeIconButton
        icon={Download}
        label={t('office.csv')}
        disabled={isLoading}
        onClick={() => void download()}
        className="lg:hidden"
      />
    </>
  );
}
