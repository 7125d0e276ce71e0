import { lazy, Suspense } from 'react';
import { StaffContentItemPage } from '@/features/office/content/StaffContentItemPage';
import { withMessages } from '@/shared/i18n/load-messages';

/** Storefront components for the preview, loaded when an item is first previewed. */
const ShopPreview = lazy(() => withMessages('pages', import('./ShopPreview')));

/** Editor page of one content item. Its preview renders the storefront's own components. */
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
