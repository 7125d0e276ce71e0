import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Icon } from '@/shared/ui/Icon';
import { ListFailed } from '../ListFailed';
import { ListSkeleton } from '../ListSkeleton';
import { useOffice } from '../use-office-format';
import { ImportDiagnostics } from './ImportDiagnostics';
import { ImportFile } from './ImportFile';
import { ImportPreview } from './ImportPreview';
import { changesNothing } from './import-texts';
import { MappingPanel } from './MappingPanel';
import { importQuery, importsQuery, proposalOf } from './staff-imports-api';
import { useImportRepeat } from './use-import-repeat';

type ImportViewProps = {
  id: string;
  /** Uses an edited mapping for the same file if it is still available, otherwise for the next one. */
  onMapping: (mapping: string) => void;
  /** Whether the file with this name is still available in this tab. Otherwise the shop may have stored it. */
  canRepeat: (fileName: string) => boolean;
};

/** One import: its file, its progress, and its diagnostics or changes. */
export function ImportView({ id, onMapping, canRepeat }: ImportViewProps) {
  const { t } = useOffice();
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(importQuery(id));
  const { repeat } = useImportRepeat();
  const state = data?.import.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state is news for the history
  useEffect(() => {
    void client.invalidateQueries({ queryKey: importsQuery.queryKey, exact: true });
  }, [client, state]);
  if (isPending) {
    return (
      <div className="o-panel">
        <ListSkeleton count={3} />
      </div>
    );
  }
  if (!data) return <ListFailed error={error} onRetry={() => void refetch()} />;
  const { import: shown, faults: diagnostics } = data;
  const proposal = proposalOf(diagnostics);
  const isHere = canRepeat(shown.file_name);
  const hasTables = shown.state === 'ready' || shown.state === 'applied';
  return (
    <>
      <ImportFile shown={shown} />
      {changesNothing(shown) && <p className="o-bar">{t('office.import.nothingChanges')}</p>}
      {shown.ends_demo && (
        <p data-kind="warn" className="o-bar" role="status">
          <Icon of={TriangleAlert} />
          <span>
            <b>{t('office.import.endsDemo')}</b> {t('office.import.endsDemoText')}
          </span>
        </p>
      )}
      {diagnostics.length > 0 && <ImportDiagnostics key={shown.state} detail={data} />}
      {proposal && (
        <MappingPanel
          key={id}
          proposal={proposal.reason}
          canRepeat={isHere || shown.can_repeat}
          onUse={(text) =>
            isHere || !shown.can_repeat ? onMapping(text) : void repeat(shown.import_id, text)
          }
        />
      )}
      {hasTables && shown.tables.map((table) => <ImportPreview key={table.table} table={table} />)}
    </>
  );
}
