import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { saveFile } from '@/shared/api/file';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';
import { MAPPING_FILE } from './staff-imports-api';

type MappingPanelProps = {
  proposal: string;
  /** Whether the file is still available, in this tab or in the shop, so that it need not be chosen again. */
  canRepeat: boolean;
  onUse: (mapping: string) => void;
};

/** Editor of the proposed mapping for a file with unknown columns. */
export function MappingPanel({ proposal, canRepeat, onUse }: MappingPanelProps) {
  const t = useT();
  const id = useId();
  const [text, setText] = useState(proposal);
  return (
    <section aria-labelledby={id} className="o-panel">
      <div className="o-panel-head">
        <h2 id={id} className="o-h2">
          {t('office.import.mapping')}
        </h2>
      </div>
      <div className="o-panel-body o-stack">
        <p>{t('office.import.mappingText')}</p>
        <textarea
          aria-labelledby={id}
          className="o-textarea o-import-mapping"
          dir="ltr"
          lang="en"
          rows={Math.min(24, proposal.split('\n').length + 1)}
          spellCheck={false}
          maxLength={65_536}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="o-row o-wrap">
          <OfficeButton kind="primary" disabled={!text.trim()} onClick={() => onUse(text)}>
            {t(canRepeat ? 'office.import.mappingTry' : 'office.import.mappingKeep')}
          </OfficeButton>
          <OfficeButton
            icon={Download}
            onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), MAPPING_FILE)}
          >
            {t('office.import.mappingSave')}
          </OfficeButton>
        </div>
      </div>
    </section>
  );
}
