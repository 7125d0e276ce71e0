import '../styles/office-orders.css';
import '../styles/office-order.css';
import '../styles/office-products.css';
import '../styles/office-product.css';
import '../styles/office-content.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import { PageNotice } from '../ListNotices';
import { ListSkeleton } from '../ListSkeleton';
import { OfficeButton } from '../OfficeButton';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { BackToContent, ContentCrumb } from './ContentCrumb';
import { ContentView, type Preview } from './ContentView';
import { type ContentKind, contentItemQuery } from './content-api';
import { itemOf, KIND_TEXTS, NEW } from './content-kinds';
import { blankBody } from './content-schema';

/** Editor page of one promotion, banner, page or branch, of the menu or the categories: form, preview and history. */
export function StaffContentItemPage({ preview }: { preview: Preview }) {
  const { contentKey = '' } = useParams({ strict: false }) as { contentKey?: string };
  const item = itemOf(contentKey);
  if (!item) return <Failed kind="promotion" isUnknown />;
  const { kind, itemId } = item;
  const blank = itemId === NEW ? blankBody(kind) : undefined;
  if (blank) return <ContentView key={contentKey} kind={kind} blank={blank} preview={preview} />;
  return <LoadedContent key={contentKey} kind={kind} itemId={itemId} preview={preview} />;
}

type LoadedContentProps = { kind: ContentKind; itemId: string; preview: Preview };

function LoadedContent({ kind, itemId, preview }: LoadedContentProps) {
  const t = useT();
  const found = useQuery(contentItemQuery(kind, itemId));
  const { data: item, error, refetch } = found;
  useOfficeTitle(t(KIND_TEXTS[kind]));
  if (item)
    return (
      <ContentView
        kind={kind}
        item={item}
        preview={preview}
        notice={<PageNotice error={error} updatedAt={found.dataUpdatedAt} />}
      />
    );
  if (error) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    return (
      <Failed kind={kind} isUnknown={isUnknown} error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <>
      <OfficeTop title={t(KIND_TEXTS[kind])} crumb={<ContentCrumb kind={kind} />} />
      <div className="o-body">
        <ListSkeleton count={4} />
      </div>
    </>
  );
}

type FailedProps = {
  kind: ContentKind;
  isUnknown: boolean;
  error?: unknown;
  onRetry?: () => void;
};

function Failed({ kind, isUnknown, error, onRetry }: FailedProps) {
  const t = useT();
  return (
    <>
      <OfficeTop
        title={t('office.content')}
        crumb={<ContentCrumb kind={kind} />}
        back={<BackToContent kind={kind} />}
      />
      <div className="o-body" role="alert">
        <EmptyState
          icon={TriangleAlert}
          tint="clay"
          title={t(isUnknown ? 'office.content.unknown' : 'office.content.failed')}
          text={isUnknown ? t('office.content.unknownText') : errorText(t, error)}
          actions={
            isUnknown ? (
              <Link to="/staff/content" search={{ kind }} data-kind="outline" className="o-btn">
                {t('office.content.back')}
              </Link>
            ) : (
              <OfficeButton kind="primary" icon={RefreshCw} onClick={onRetry}>
                {t('action.retry')}
              </OfficeButton>
            )
          }
        />
      </div>
    </>
  );
}
