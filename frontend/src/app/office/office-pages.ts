import { InboxPage } from '@/features/inbox/InboxPage';
import { StaffAuditPage } from '@/features/office/audit/StaffAuditPage';
import { StaffContentPage } from '@/features/office/content/StaffContentPage';
import { StaffCustomerPage } from '@/features/office/customer/StaffCustomerPage';
import { StaffCustomersPage } from '@/features/office/customers/StaffCustomersPage';
import { StaffImportsPage } from '@/features/office/imports/StaffImportsPage';
import { StaffMessagesPage } from '@/features/office/messages/StaffMessagesPage';
import { NewOrderPage } from '@/features/office/new-order/NewOrderPage';
import { StaffNewsPage } from '@/features/office/news/StaffNewsPage';
import { StaffOrderPage } from '@/features/office/order/StaffOrderPage';
import { StaffOrdersPage } from '@/features/office/orders/StaffOrdersPage';
import { StaffOutboxPage } from '@/features/office/outbox/StaffOutboxPage';
import { StaffPeoplePage } from '@/features/office/people/StaffPeoplePage';
import { OrderPrintPage } from '@/features/office/print/OrderPrintPage';
import { StaffProductPage } from '@/features/office/product/StaffProductPage';
import { StaffProductsPage } from '@/features/office/products/StaffProductsPage';
import { StaffSearchesPage } from '@/features/office/searches/StaffSearchesPage';
import { SecondFactorPage } from '@/features/office/second-factor/SecondFactorPage';
import { OfficeLayout } from '@/features/office/shell/OfficeLayout';
import { StaffNotFoundPage } from '@/features/office/shell/StaffNotFoundPage';
import { StaffTemplatesPage } from '@/features/office/templates/StaffTemplatesPage';
import { StaffTodayPage } from '@/features/office/today/StaffTodayPage';
import { StaffTransfersPage } from '@/features/office/transfers/StaffTransfersPage';
import { loadOfficeMessages } from '@/shared/i18n/office-messages';
import { ContentItemPage } from './ContentItemPage';
import { StaffConversationPage } from './StaffConversationPage';

const PAGES = {
  NewOrderPage,
  ContentItemPage,
  OfficeLayout,
  OrderPrintPage,
  SecondFactorPage,
  StaffAuditPage,
  StaffContentPage,
  StaffConversationPage,
  StaffImportsPage,
  StaffCustomerPage,
  StaffCustomersPage,
  StaffMessagesPage,
  StaffOrderPage,
  StaffOrdersPage,
  StaffNewsPage,
  StaffNotFoundPage,
  StaffOutboxPage,
  InboxPage,
  StaffPeoplePage,
  StaffProductPage,
  StaffProductsPage,
  StaffSearchesPage,
  StaffTemplatesPage,
  StaffTodayPage,
  StaffTransfersPage,
};

/**
 * Loads the pages of the back office and their messages. They are one chunk, so the shoppers' entry chunk names only
 * one file.
 */
export async function loadOfficePages(): Promise<typeof PAGES> {
  await loadOfficeMessages();
  return PAGES;
}
