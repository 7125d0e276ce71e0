import { cartEngine } from '@/domain/cart/cart-actions';
import { customerNumber } from '@/domain/session/customer-number';
import { clearFormDraftsOfOthers } from '@/domain/session/form-drafts';
import type { SessionEvent } from '@/domain/session/session-events';
import { customerDigest } from '@/features/checkout/checkout-draft';
import { clearCheckoutOfOthers } from '@/features/checkout/clear-checkout';
import type { AppContext } from '@/shared/hooks/use-app-context';
import { withBuyingMessages } from '@/shared/i18n/load-messages';
import { hasOptedIn, writeRegistered } from '@/shared/push/push-storage';
import { clearCustomerData, clearVisitorData } from './clear-customer-data';

type Handler = (context: AppContext) => void | Promise<void>;

/** Handlers of cart, wishlist, chat and push for each session event. */
const HANDLERS: Record<SessionEvent, Handler> = {
  signedIn: async (context) => {
    // A registration ends with its session, also when this one replaced it. The next refresh registers this browser again.
    writeRegistered(null);
    clearCheckoutOfOthers(customerDigest());
    clearFormDraftsOfOthers(customerNumber());
    const { mergeVisitorState } = await withBuyingMessages(import('./merge-visitor-state'));
    await mergeVisitorState(context);
  },
  signingOut: async (context) => {
    // A quantity that is still debounced belongs to the account.
    await cartEngine(context).flush();
    if (hasOptedIn()) await (await import('@/shared/push/push-subscription')).unregisterPush();
  },
  sessionEnded: ({ queryClient }) => {
    clearCustomerData(queryClient);
    // Another customer may have signed in in another tab. Without a customer, the draft is kept for its owner.
    const digest = customerDigest();
    if (digest) {
      clearCheckoutOfOthers(digest);
      clearFormDraftsOfOthers(customerNumber());
    }
  },
  signedOut: ({ queryClient }) => clearVisitorData(queryClient),
};

export async function handleSessionEvent(event: SessionEvent, context: AppContext): Promise<void> {
  await HANDLERS[event](context);
}
