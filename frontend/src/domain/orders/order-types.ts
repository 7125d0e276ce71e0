import type { components } from '@/shared/api/schema';

/** Types of orders and quotes that checkout and order pages share, from the OpenAPI document. */
type Schemas = components['schemas'];

export type Order = Schemas['Order'];
export type OrderLine = Schemas['OrderLine'];
export type OrderStatus = Schemas['OrderStatus'] | 'preparing' | 'delivering' | 'delivery_failed';
export type OrderSummary = Schemas['OrderSummary'];
export type Totals = Schemas['Totals'];
export type Delivery = Schemas['Delivery'];
export type DeliveryDay = Schemas['DeliveryDay'];
export type Payment = Schemas['Payment'];
export type PaymentMethod = Schemas['PaymentMethod'];
/** Payment methods that this release offers. An order of a newer release may have another one, `other`. */
export type OfferedMethod = Exclude<PaymentMethod, 'other'>;
export type PaymentStatus = Schemas['PaymentStatus'];
export type OrderReturn = Schemas['OrderReturn'];
export type OrderRefund = Schemas['OrderRefund'];
export type Quote = Schemas['Quote'];
export type QuoteLine = Schemas['QuoteLine'];
export type StatusChange = Schemas['StatusChange'];
export type LineChange = Schemas['LineChange'];
