import { lazy, Suspense } from 'react';
import { StaffContentItemPage } from '@/features/office/content/StaffContentItemPage';
import { withMessages } from '@/shared/i18n/load-messages';

/** The shop's components, loaded when something is previewed. */
const ShopPreview = lazy(() => withMessages('pages', import('./ShopPreview')));

/** The page of one item of content, which shows the shop's own components as the preview. */
export function ContentItemPage() {
  return (
    <StaffContentItemPage
      preview={(shown) => (
        <Suspense>
          <ShopPreview {...shown} />
        </Suspense>
      )}
    />
  );
}
