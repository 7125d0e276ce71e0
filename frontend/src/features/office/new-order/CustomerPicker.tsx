import { useQuery } from '@tanstack/react-query';
import { UserPlus, UserSearch } from 'lucide-react';
import { useId, useState } from 'react';
import { formatPhone, parsePhone } from '@/shared/forms/phone';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Avatar } from '../Avatar';
import { type CustomerRow, customersQuery } from '../customers/staff-customers-api';
import { fullName } from '../staff-access';
import { useOffice } from '../use-office-format';
import { ChosenCustomer } from './ChosenCustomer';
import { draftCustomer } from './draft-customer';
import { Finder, type FinderOption } from './Finder';
import { NewCustomerForm } from './NewCustomerForm';
import type { DraftCustomer } from './order-draft';

const DEBOUNCE_MS = 250;
const MAX_RESULTS = 6;
const MIN_SEARCH_LENGTH = 2;
const NEW = 'new';

type CustomerPickerProps = {
  customer: DraftCustomer | null;
  error: string | undefined;
  onChoose: (customer: DraftCustomer | null) => void;
};

/** Picker of the order's customer: search by phone number or name, or a new customer. */
export function CustomerPicker({ customer, error, onChoose }: CustomerPickerProps) {
  const { t } = useOffice();
  const [typedNew, setTypedNew] = useState<string>();
  if (customer) return <ChosenCustomer customer={customer} onClear={() => onChoose(null)} />;
  if (typedNew !== undefined) {
    return (
      <NewCustomerForm
        typed={typedNew}
        onCancel={() => setTypedNew(undefined)}
        onChoose={(account) => {
          setTypedNew(undefined);
          onChoose(draftCustomer(account));
        }}
      />
    );
  }
  return (
    <CustomerFinder
      error={error && t('office.new.customerMissing')}
      onChoose={onChoose}
      onNew={setTypedNew}
    />
  );
}

type CustomerFinderProps = {
  error: string | undefined;
  onChoose: (customer: DraftCustomer) => void;
  onNew: (typed: string) => void;
};

function CustomerFinder({ error, onChoose, onNew }: CustomerFinderProps) {
  const { t } = useOffice();
  const id = useId();
  const [text, setText] = useState('');
  const wanted = text.trim();
  const search = useDebouncedValue(wanted, DEBOUNCE_MS);
  const isLong = search.length >= MIN_SEARCH_LENGTH;
  const found = useQuery({ ...customersQuery({ search }), enabled: isLong });
  const isCurrent = search === wanted && isLong && !found.isPlaceholderData && !found.isFetching;
  const rows = (isLong && wanted !== '' ? (found.data?.data ?? []) : []).slice(0, MAX_RESULTS);
  const hasFailed = found.isError && isLong;
  const options: FinderOption[] = rows.map((row) => ({
    key: String(row.account.cus_id),
    isDisabled: row.blocked_at !== null,
    content: <FoundCustomer row={row} />,
  }));
  if (isCurrent) {
    options.push({
      key: NEW,
      content: (
        <>
          <Icon of={UserPlus} />
          <span>{t('office.new.newCustomer')}</span>
        </>
      ),
    });
  }
  return (
    <>
      <Finder
        label={t('office.new.findCustomer')}
        icon={UserSearch}
        text={text}
        onText={setText}
        options={options}
        // After a failed search, Enter makes no second account of a customer.
        isFirstChosen={isCurrent && !hasFailed}
        isBusy={wanted.length >= MIN_SEARCH_LENGTH && !isCurrent && !found.isError}
        isInvalid={error !== undefined}
        describedBy={error ? `${id}-error` : undefined}
        status={hasFailed ? t('office.new.customersFailed') : undefined}
        onRetry={hasFailed ? () => void found.refetch() : undefined}
        onEnter={() => hasFailed && void found.refetch()}
        onPick={(key) => {
          const row = rows.find(({ account }) => String(account.cus_id) === key);
          if (row) onChoose(draftCustomer(row.account));
          else if (key === NEW) onNew(parsePhone(wanted) ? formatPhone(wanted) : wanted);
        }}
      />
      {error && (
        <p id={`${id}-error`} className="o-small text-err">
          {error}
        </p>
      )}
    </>
  );
}

function FoundCustomer({ row: { account, blocked_at, order_count } }: { row: CustomerRow }) {
  const { t } = useOffice();
  return (
    <>
      <Avatar name={account.fname} />
      <span className="min-w-0 wrap-anywhere">
        <LocalizedText>{fullName(account)}</LocalizedText>
        <small className="o-note block tabular-nums">
          <Ltr>{formatPhone(account.phone) || account.email}</Ltr>
        </small>
      </span>
      <small className="o-note">
        {blocked_at !== null
          ? t('office.customer.blocked')
          : order_count !== null && t('office.customer.orderCount', { count: order_count })}
      </small>
    </>
  );
}
