import { MessageCircle } from 'lucide-react';
import { openChat } from '@/domain/chat/chat-window';
import { readChanges } from '@/domain/orders/line-changes';
import type { QuoteLine } from '@/domain/orders/order-types';
import { type ApiError, limitOf } from '@/shared/api/client';
import { formatKip, formatNumber } from '@/shared/format/kip';
import { ScrollIntoViewOnMount } from '@/shared/forms/ScrollIntoViewOnMount';
import { useT } from '@/shared/i18n/language-context';
import type { Translate } from '@/shared/i18n/load-messages';
import { bothNames } from '@/shared/i18n/second-name';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';

const LIMIT_TEXTS = {
  open_orders_limit: (t, error) => t('limit.openOrders', limitOf(error)),
  cash_total_limit: (t, error) =>
    t('limit.cashTotal', { amount: formatKip(limitOf(error).max, 0) }),
  transfer_total_limit: (t, error) =>
    t('limit.transferTotal', { amount: formatKip(limitOf(error).max, 0) }),
  stock_share_limit: (t, error) => t('limit.stockShare', { percent: limitOf(error).max }),
  new_customers_stock_limit: (t, error) =>
    t('limit.newCustomersStock', { percent: limitOf(error).max }),
  line_quantity_limit: (t, error) =>
    t('limit.quantity', { count: formatNumber(limitOf(error).max) }),
  address_orders_limit: (t, error) =>
    t('limit.address', {
      minutes: Math.max(1, Math.ceil((error.details.retryAfterS ?? 3600) / 60)),
    }),
} satisfies Record<string, (t: Translate, error: ApiError) => string>;

type OrderLimitReason = keyof typeof LIMIT_TEXTS;

/** Whether the shop refused an order because a limit on unpaid orders is reached. */
export function isOrderLimit(reason: string | undefined): reason is OrderLimitReason {
  return reason !== undefined && reason in LIMIT_TEXTS;
}

type OrderLimitNoticeProps = { error: ApiError; lines: QuoteLine[] };

/** Notice of the limit that an order reached, with its figures and the products concerned, and a button that opens the chat. */
export function OrderLimitNotice({ error, lines }: OrderLimitNoticeProps) {
  const t = useT();
  if (!isOrderLimit(error.reason)) return null;
  const nameOf = (proId: number) => {
    const line = lines.find(({ pro_id }) => pro_id === proId);
    return line ? bothNames(line.pro_name_la, line.pro_name_en) : `#${proId}`;
  };
  return (
    <ScrollIntoViewOnMount>
      <InlineAlert kind="err" title={LIMIT_TEXTS[error.reason](t, error)}>
        <ul className="my-2 grid gap-1">
          {readChanges(error.details.lines).map(({ pro_id, available }) => (
            <li key={pro_id}>
              <LocalizedText>
                {t('limit.stockLine', { name: nameOf(pro_id), count: formatNumber(available) })}
              </LocalizedText>
            </li>
          ))}
        </ul>
        <Button kind="outline" icon={MessageCircle} onClick={() => openChat()}>
          {t('chat.askProduct')}
        </Button>
      </InlineAlert>
    </ScrollIntoViewOnMount>
  );
}
