import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';

type ErrorSummaryProps = {
  /** Errors in the order of the form. */
  errors: { name: string; message: string }[];
  onChoose: (name: string) => void;
};

/** Summary of several errors after a refused submission, each a link to its field. */
export function ErrorSummary({ errors, onChoose }: ErrorSummaryProps) {
  const t = useT();
  if (errors.length < 2) return null;
  return (
    <InlineAlert kind="err" title={t('form.faults', { count: errors.length })}>
      <ul>
        {errors.map(({ name, message }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onChoose(name)}
              className="min-h-(--tap) text-start underline underline-offset-4"
            >
              <LocalizedText>{message}</LocalizedText>
            </button>
          </li>
        ))}
      </ul>
    </InlineAlert>
  );
}
