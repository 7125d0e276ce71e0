/** Account id from the readable cookie. It only names local data; the server goes by the session. */
export function customerNumber(cookies = document.cookie): number {
  const found = /(?:^|;\s*)(?:cus_id|cusId|cus_ID|customer_id)=(\d+)/.exec(cookies)?.[1];
  return Number(found ?? 0);
}
