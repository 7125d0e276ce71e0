/** Product of `/checkout?buyNow=true`, in session storage: it survives login and registration, in this tab only. */
export type BuyNow = { pro_id: number; quantity: number };

const STORAGE_KEY = 'heuan_buy_now';

export function readBuyNow(): BuyNow | null {
  try {
    const { pro_id, quantity } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as BuyNow;
    const isWhole = Number.isSafeInteger(pro_id) && Number.isSafeInteger(quantity);
    return isWhole && pro_id > 0 && quantity > 0 ? { pro_id, quantity } : null;
  } catch {
    return null;
  }
}

/** Pass null once the order is placed. */
export function writeBuyNow(item: BuyNow | null): void {
  try {
    if (item) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(item));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is not available: the checkout then says that there is nothing to buy.
  }
}
