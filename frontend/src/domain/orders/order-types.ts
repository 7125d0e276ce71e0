import type { components } from '@/shared/api/schema';

/** The shapes of buying that checkout and order pages share, as the edge describes them. */
type Schemas = components['schemas'];

export type Order = Schemas['Order'];
export type OrderLine = Schemas['OrderLine'];
export type OrderStatus = Schemas['OrderStatus'] | 'preparing' | 'delivering' | 'delivery_failed';
export type OrderSummary = Schemas['OrderSummary'];
export type Totals = Schemas['Totals'];
export type Delivery = Schemas['Delivery'];
export type Payment = Schemas['Payment'];
export type PaymentMethod = Schemas['PaymentMethod'];
/** Methods that this release can offer; an order may have one of a newer release, `other`. */
export type OfferedMethod = Exclude<PaymentMethod, 'other'>;
export type PaymentStatus = Schemas['PaymentStatus'];
export type OrderReturn = Schemas['OrderReturn'];
export type OrderRefund = Schemas['OrderRefund'];
export type Quote = Schemas['Quote'];
export type QuoteLine = Schemas['QuoteLine'];
export type StatusChange = Schemas['StatusChange'];
export type LineChange = Schemas['LineChange'];
