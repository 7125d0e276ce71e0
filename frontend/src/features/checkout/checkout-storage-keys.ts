/**
 * Keys of session storage for the data that the checkout stores of a customer; sign-out removes
 * them.
 */
export const CHECKOUT_KEYS = {
  draft: 'heuan_checkout',
  attempt: 'heuan_checkout_attempt',
  changes: 'heuan_checkout_changes',
  quote: 'heuan_checkout_quote',
};
