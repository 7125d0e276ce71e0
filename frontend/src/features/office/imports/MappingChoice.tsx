import { FileText, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';

const MAX_BYTES = 64 * 1024;

export type Mapping = { name: string; text: string };

type MappingChoiceProps = { mapping: Mapping | null; onMapping: (mapping: Mapping | null) => void };

/** Choice of the mapping file for the next upload. */
export function MappingChoice({ mapping, onMapping }: MappingChoiceProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setTooLarge(file.size > MAX_BYTES);
    if (file.size <= MAX_BYTES) onMapping({ name: file.name, text: await file.text() });
  };
  if (mapping) {
    return (
      <p role="status" className="o-row o-small o-wrap">
        <Icon of={FileText} size="s" />
        <span>
          {t('office.import.mappingUsed')} <Ltr>{mapping.name}</Ltr>
        </span>
        <OfficeIconButton
          icon={X}
          label={t('office.import.mappingRemove')}
          onClick={() => onMapping(null)}
        />
      </p>
    );
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".toml"
        aria-label={t('office.import.mappingAdd')}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = '';
        }}
      />
      <OfficeButton kind="quiet" icon={FileText} onClick={() => input.current?.click()}>
        {t('office.import.mappingAdd')}
      </OfficeButton>
      {isTooLarge && (
        <p role="alert" className="text-err">
          {t('office.import.mappingTooLarge')}
        </p>
      )}
    </>
  );
}
