import {
  Ban,
  Check,
  HandCoins,
  type LucideIcon,
  PackageCheck,
  RotateCcw,
  Scale,
  Truck,
  Undo2,
  Wallet,
} from 'lucide-react';
import type { OrderActionName } from '../staff-order-types';

export const ACTION_ICONS: Partial<Record<OrderActionName, LucideIcon>> = {
  confirm: Check,
  prepare: PackageCheck,
  dispatch: Truck,
  hand_over: PackageCheck,
  mark_paid: Wallet,
  mark_refunded: RotateCcw,
  fail_delivery: Ban,
  cancel: Ban,
  accept_difference: Scale,
  request_return: Undo2,
  receive_return: Undo2,
  decline_return: Ban,
  refund_part: HandCoins,
};
