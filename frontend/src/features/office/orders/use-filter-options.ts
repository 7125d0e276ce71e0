import { useBranchChoices } from '../branch-names';
import { type ChoicesList, unlistedText, withChosen } from '../choices-list';
import { paymentLook, statusLook } from '../order-labels';
import {
  ORDER_STATUSES,
  type OrderFilterName,
  type OrderListParams,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
} from '../order-list-params';
import { useOffice } from '../use-office-format';

export type FilterChoice = { value: string; label: string };
export type FilterGroup = {
  name: Exclude<OrderFilterName, 'from' | 'to' | 'delivery_day'>;
  label: string;
  choices: FilterChoice[];
  /** Load state of choices from the server. */
  list?: ChoicesList;
};

/** Options of each filter with their labels. The branch in the address is one also if it is not among the known ones. */
export function useFilterOptions({ branch_id: branchId }: OrderListParams): FilterGroup[] {
  const { t } = useOffice();
  const { branches = [], list } = useBranchChoices();
  return [
    {
      name: 'branch_id',
      label: t('office.filter.branch'),
      choices: withChosen(
        branches.map(({ id, name }) => ({ value: String(id), label: name })),
        branchId === 'all' ? undefined : branchId,
        (value) => ({ value, label: unlistedText(t, list, value) }),
      ),
      list,
    },
    {
      name: 'delivery',
      label: t('office.filter.delivery'),
      choices: [
        { value: 'delivery', label: t('office.delivery') },
        { value: 'pickup', label: t('office.pickup') },
      ],
    },
    {
      name: 'payment_method',
      label: t('office.filter.method'),
      choices: PAYMENT_METHODS.map((method) => ({
        value: method,
        label: t(
          (
            {
              cod: 'office.method.cash',
              transfer: 'office.method.transfer',
              qr: 'office.method.qr',
            } as const
          )[method],
        ),
      })),
    },
    {
      name: 'payment_status',
      label: t('office.filter.payment'),
      choices: PAYMENT_STATUSES.map((status) => ({
        value: status,
        label: t(
          status === 'due' ? 'office.paid.onReceipt' : paymentLook({ method: 'qr', status }).text,
        ),
      })),
    },
    {
      name: 'status',
      label: t('office.filter.status'),
      choices: ORDER_STATUSES.map((status) => ({
        value: status,
        label: t(statusLook(status).text),
      })),
    },
  ];
}

/** Label of the active value. */
export function chosenLabel(group: FilterGroup, params: OrderListParams): string | undefined {
  const value = params[group.name];
  if (value === undefined) return undefined;
  return group.choices.find((choice) => choice.value === String(value))?.label;
}
