import '../styles/office-order.css';
import '../styles/office-orders.css';
import '../styles/office-product.css';
import '../styles/office-imports.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { ListFailed } from '../ListFailed';
import { ListNotices } from '../ListNotices';
import { ListSkeleton } from '../ListSkeleton';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { useHasLoaded } from '../use-has-loaded';
import { ExportPanel, useExport } from './ExportPanel';
import { FaultSentence } from './FaultSentence';
import { unavailableText } from './fault-texts';
import { ImportBar } from './ImportBar';
import { ImportDrop } from './ImportDrop';
import { ImportHistory } from './ImportHistory';
import { ImportView } from './ImportView';
import type { Mapping } from './MappingChoice';
import { importQuery, importsQuery, MAPPING_FILE } from './staff-imports-api';
import { useImportUpload } from './use-import-upload';

/** Page for imports of a catalog folder or one table, and for exports. */
export function StaffImportsPage() {
  const t = useT();
  const navigate = useNavigate();
  const query: Record<string, unknown> = useSearch({ strict: false });
  const id = typeof query.id === 'string' && query.id ? query.id : undefined;
  const list = useInfiniteQuery(importsQuery);
  const page = list.data?.pages[0];
  const { isLoading } = useQuery({ ...importQuery(id ?? ''), enabled: id !== undefined });
  const hasLoaded = useHasLoaded(page !== undefined && !isLoading);
  const exporting = useExport();
  const uploading = useImportUpload((id) => {
    void navigate({ to: '/staff/imports', search: { id } });
  });
  const [mapping, setMapping] = useState<Mapping | null>(null);
  const applyMapping = (text: string) => {
    setMapping({ name: MAPPING_FILE, text });
    const { last } = uploading;
    if (last) void uploading.start(last.file, last.replace, text);
    else window.scrollTo({ top: 0 });
  };
  useOfficeTitle(t('office.imports'));
  const exportAll = () => void exporting.download('all');
  return (
    <>
      <OfficeTop title={t('office.imports')} searches="products">
        <OfficeButton
          icon={Download}
          isLoading={exporting.loading === 'all'}
          disabled={exporting.loading !== null}
          onClick={exportAll}
          className="max-lg:hidden"
        >
          {t('office.import.exportAll')}
        </OfficeButton>
        <OfficeIconButton
          icon={Download}
          label={t('office.import.exportAll')}
          disabled={exporting.loading !== null}
          onClick={exportAll}
          className="lg:hidden"
        />
      </OfficeTop>
      <div className="o-body">
        <ListNotices
          isFailing={list.isError && page !== undefined}
          updatedAt={list.dataUpdatedAt}
        />
        {list.isError && !page ? (
          <ListFailed error={list.error} onRetry={() => void list.refetch()} />
        ) : !hasLoaded ? (
          <div className="o-order">
            <div className="o-panel">
              <ListSkeleton />
            </div>
          </div>
        ) : (
          <div className="o-order">
            <div className="o-stack">
              {page && !page.available && (
                <p className="o-bar" data-kind="warn" role="alert">
                  <Icon of={TriangleAlert} />
                  <span>
                    {t('office.import.unavailable')} <FaultSentence of={unavailableText(t, page)} />
                  </span>
                </p>
              )}
              {page?.available && (
                <section aria-label={t('office.import.choose')} className="o-panel">
                  <ImportDrop
                    maxBytes={page.max_bytes}
                    upload={uploading.upload}
                    error={uploading.error}
                    onFile={(file, replace) =>
                      void uploading.start(file, replace, mapping?.text ?? '')
                    }
                    onStop={uploading.stop}
                    mapping={mapping}
                    onMapping={setMapping}
                  />
                </section>
              )}
              {id && (
                <ImportView
                  key={id}
                  id={id}
                  onMapping={applyMapping}
                  canRepeat={(name) => uploading.last?.file.name === name}
                />
              )}
            </div>
            <div className="o-stack">
              <ImportHistory chosen={id} />
              <ExportPanel {...exporting} />
            </div>
          </div>
        )}
      </div>
      {id && <ImportBar id={id} />}
    </>
  );
}
