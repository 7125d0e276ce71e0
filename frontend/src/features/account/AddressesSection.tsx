import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { addressesQuery, MAX_ADDRESSES } from '@/domain/addresses/address-queries';
import { draftedForms } from '@/domain/session/form-drafts';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ErrorState } from '@/shared/ui/PageStates';
import { ModalPanel } from '@/shared/ui/Panel';
import { Skeleton } from '@/shared/ui/Skeleton';
import { ADDRESS_DRAFT, AddressForm } from './AddressForm';
import { AddressRow } from './AddressRow';

/** Id of the address whose form was open when the session ended, empty for a new one; null without such a form. */
const draftedAddress = (): string | null =>
  draftedForms()
    .find((form) => form.startsWith(ADDRESS_DRAFT))
    ?.slice(ADDRESS_DRAFT.length) ?? null;

/** Address book. The form replaces the address that it changes; the form of a new address is below the list. */
export function AddressesSection() {
  const t = useT();
  const { data, error, refetch } = useQuery({ ...addressesQuery, staleTime: 0 });
  /** Id of the address in the form; empty for a new address, null without a form. */
  const [edited, setEdited] = useState<string | null>(draftedAddress);
  const close = () => setEdited(null);
  const addresses = data?.data;
  const isFull = addresses !== undefined && addresses.length >= MAX_ADDRESSES;
  return (
    <ModalPanel
      title={t('address.title')}
      end={
        addresses &&
        edited === null &&
        !isFull && (
          <Button kind="ghost" icon={Plus} onClick={() => setEdited('')}>
            {t('address.add')}
          </Button>
        )
      }
    >
      {addresses ? (
        <>
          {addresses.length === 0 && edited === null && (
            <p className="text-sm text-text-3">
              <LocalizedText>{t('address.none')}</LocalizedText>
            </p>
          )}
          {isFull && (
            <p className="mb-1 text-sm text-text-3">
              <LocalizedText>{t('address.full')}</LocalizedText>
            </p>
          )}
          <ul className="divide-y divide-line">
            {addresses.map((address) => (
              <li key={address.address_id} className="py-3">
                {edited === address.address_id ? (
                  <AddressForm address={address} onDone={close} />
                ) : (
                  <AddressRow address={address} onEdit={() => setEdited(address.address_id)} />
                )}
              </li>
            ))}
          </ul>
          {edited === '' && <AddressForm isFirst={addresses.length === 0} onDone={close} />}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-28" />
      )}
    </ModalPanel>
  );
}
