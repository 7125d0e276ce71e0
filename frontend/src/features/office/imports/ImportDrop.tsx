import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { OfficeButton } from '../OfficeButton';
import { ImportProgressBar } from './ImportProgressBar';
import { sizeText } from './import-texts';
import { type Mapping, MappingChoice } from './MappingChoice';
import type { UploadState } from './use-import-upload';

type ImportDropProps = {
  maxBytes: number;
  upload: UploadState | null;
  error: unknown;
  onFile: (file: File, replace: boolean) => void;
  onStop: () => void;
  mapping: Mapping | null;
  onMapping: (mapping: Mapping | null) => void;
};

/** Drop area and button for the file to import. */
export function ImportDrop(props: ImportDropProps) {
  const { maxBytes, upload, error, onFile, onStop, mapping, onMapping } = props;
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const [refused, setRefused] = useState('');
  const hint = useId();
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    setRefused('');
    if (!/\.(zip|csv|tsv|txt|xlsx|xlsm)$/i.test(file.name))
      setRefused(t('office.import.wrongKind'));
    else if (file.size > maxBytes)
      setRefused(t('office.import.tooLarge', { size: sizeText(maxBytes) }));
    else if (file.size === 0) setRefused(t('office.import.empty'));
    else onFile(file, isReplacing);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!upload) take(event.dataTransfer.files);
  };
  const problem =
    refused || (error ? (errorText(t, error) ?? t('office.import.uploadFailed')) : '');
  if (upload) {
    const label = t('office.import.uploading', { file: upload.name });
    return (
      <div className="o-import-drop">
        <ImportProgressBar label={label} done={upload.sent} total={upload.bytes} />
        <OfficeButton onClick={onStop}>{t('office.import.stop')}</OfficeButton>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button
    <div
      className="o-import-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon of={FileUp} size="l" />
      <p>{t('office.import.drop')}</p>
      <p id={hint} className="o-small o-muted">
        {t('office.import.dropHint', { size: sizeText(maxBytes) })}
      </p>
      <input
        ref={input}
        type="file"
        accept=".zip,.csv,.tsv,.txt,.xlsx,.xlsm"
        aria-label={t('office.import.choose')}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          take(target.files);
          target.value = '';
        }}
      />
      <OfficeButton kind="primary" aria-describedby={hint} onClick={() => input.current?.click()}>
        {t('office.import.choose')}
      </OfficeButton>
      <label className="o-row o-small">
        <input
          type="checkbox"
          checked={isReplacing}
          onChange={({ target }) => setReplacing(target.checked)}
        />
        {t('office.import.replace')}
      </label>
      <MappingChoice mapping={mapping} onMapping={onMapping} />
      {problem && (
        <p role="alert" className="text-err">
          {problem}
        </p>
      )}
    </div>
  );
}
