import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';

type NewsChoiceProps = { isChosen: boolean; onChange: (isChosen: boolean) => void };

/** Checkbox by which the customer agrees to news of the shop. It is off by default. */
export function NewsChoice({ isChosen, onChange }: NewsChoiceProps) {
  const t = useT();
  return (
    <label className="flex min-h-(--tap) cursor-pointer items-center gap-3 text-sm">
      <input
        type="checkbox"
        className="check"
        checked={isChosen}
        onChange={() => onChange(!isChosen)}
      />
      <span className="min-w-0">
        <LocalizedText>{t('account.news')}</LocalizedText>
        <span className="block text-text-3">
          <LocalizedText>{t('account.newsText')}</LocalizedText>
        </span>
      </span>
    </label>
  );
}
