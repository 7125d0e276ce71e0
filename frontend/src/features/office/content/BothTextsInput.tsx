import { Copy } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { OfficeButton } from '../OfficeButton';
import { EditField } from '../product/EditField';
import { isHalf } from './content-form';
import type { BothTexts } from './content-schema';

type BothTextsInputProps = {
  label: string;
  texts: BothTexts;
  hint?: string | undefined;
  isLong: boolean;
  errors: { la: MessageKey | undefined; en: MessageKey | undefined };
  onChange: (texts: BothTexts) => void;
};

const LANGUAGES = ['la', 'en'] as const;

/** Field for a text in Lao and English, side by side. An empty one can be filled with a copy of the other. */
export function BothTextsInput(props: BothTextsInputProps) {
  const { label, texts, hint, isLong, errors, onChange } = props;
  const t = useT();
  const isIncomplete = isHalf(texts.la, texts.en);
  return (
    <div className="o-pair">
      {LANGUAGES.map((language) => {
        const isMissing = isIncomplete && texts[language].trim() === '';
        const other = texts[language === 'la' ? 'en' : 'la'];
        return (
          <EditField
            key={language}
            label={label}
            language={t(language === 'la' ? 'office.product.lao' : 'office.product.english')}
            error={errors[language]}
            hint={hint}
            isMissing={isMissing}
          >
            {(control) => {
              const shared = {
                ...control,
                lang: language === 'la' ? 'lo' : 'en',
                value: texts[language],
                placeholder: isMissing ? t('office.product.untranslated') : undefined,
                onChange: ({ target }: { target: { value: string } }) =>
                  onChange({ ...texts, [language]: target.value }),
                className: 'o-field',
              };
              return (
                <span className="o-copyable">
                  {isLong ? <textarea {...shared} rows={4} /> : <input {...shared} />}
                  {isMissing && (
                    <OfficeButton
                      kind="link"
                      icon={Copy}
                      onClick={() => onChange({ ...texts, [language]: other })}
                    >
                      {t('office.product.copy')}
                    </OfficeButton>
                  )}
                </span>
              );
            }}
          </EditField>
        );
      })}
    </div>
  );
}
