import { Ban, Check, type LucideIcon, PackageCheck, RotateCcw, Truck, Wallet } from 'lucide-react';
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
};
