import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { InboxSearch } from '@/features/inbox/inbox-route';
import type { ContentSearch } from '@/features/office/content/content-kinds';
import type { OrderListParams } from '@/features/office/order-list-params';
import type { PrintParams } from '@/features/office/print/print-params';
import type { StaffSearchesParams } from '@/features/office/searches/search-params';
import type { StaffProductParams } from '@/features/office/staff-product-params';
import type { TemplateParams } from '@/features/office/templates/template-params';
import type { StaffTodayParams } from '@/features/office/today/staff-today-api';
import { withBuyingMessages, withMessages } from '@/shared/i18n/load-messages';
import { getParentRoute } from '../routes';

const loadOffice = async () =>
  (await withBuyingMessages(withMessages('chat', import('./office-pages')))).loadOfficePages();
/** Makes a lazy route component from the name of a back-office page. */
const officePage = (name: keyof Awaited<ReturnType<typeof loadOffice>>) =>
  lazyRouteComponent(loadOffice, name);

const office = createRoute({
  getParentRoute,
  id: 'office',
  component: officePage('OfficeLayout'),
});

/** Passes the query string on unvalidated: the page itself validates it, so that shoppers do not load that code. */
const unread = <Search>(search: Record<string, unknown>) => search as Search;
function page<const Path extends string, Search extends object>(
  path: Path,
  name: Parameters<typeof officePage>[0],
  validateSearch: (search: Record<string, unknown>) => Search,
) {
  return createRoute({
    getParentRoute: () => office,
    path,
    validateSearch,
    component: officePage(name),
  });
}

/** Routes of the back office. A browser loads them only on a staff page. */
export const officeRoute = office.addChildren([
  page('/staff', 'StaffTodayPage', unread<StaffTodayParams>),
  page('/staff/chat', 'InboxPage', unread<InboxSearch>),
  page('/staff/$cusId', 'StaffConversationPage', unread<object>),
  page('/staff/orders', 'StaffOrdersPage', unread<OrderListParams>),
  page('/staff/orders/$orderId', 'StaffOrderPage', unread<object>),
  page('/staff/orders/new', 'NewOrderPage', unread<{ cus_id?: number }>),
  page('/staff/orders/print', 'OrderPrintPage', unread<PrintParams>),
  page('/staff/orders/transfers', 'StaffTransfersPage', unread<object>),
  page('/staff/products', 'StaffProductsPage', unread<StaffProductParams>),
  page('/staff/products/$proId', 'StaffProductPage', unread<object>),
  page('/staff/content', 'StaffContentPage', unread<ContentSearch>),
  page('/staff/content/$contentKey', 'ContentItemPage', unread<object>),
  page('/staff/imports', 'StaffImportsPage', unread<{ id?: string }>),
  page('/staff/searches', 'StaffSearchesPage', unread<StaffSearchesParams>),
  page('/staff/customers', 'StaffCustomersPage', unread<object>),
  page('/staff/customers/$cusId', 'StaffCustomerPage', unread<object>),
  page('/staff/people', 'StaffPeoplePage', unread<object>),
  page('/staff/audit', 'StaffAuditPage', unread<object>),
  page('/staff/messages', 'StaffMessagesPage', unread<object>),
  page('/staff/outbox', 'StaffOutboxPage', unread<object>),
  page('/staff/news', 'StaffNewsPage', unread<object>),
  page('/staff/templates', 'StaffTemplatesPage', unread<TemplateParams>),
  page('/staff/security', 'SecondFactorPage', unread<object>),
  // Every other address below: the layout first requires the login, as for the pages that exist. `/staff/$` would also
  // match `/staff`.
  page('/staff/$section/$page/$', 'StaffNotFoundPage', unread<object>),
]);

export type OfficeRoute = typeof officeRoute;
