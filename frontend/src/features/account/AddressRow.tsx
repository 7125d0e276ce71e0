import { addressName, addressText } from '@/domain/addresses/address-form-values';
import type { SavedAddress } from '@/domain/addresses/address-queries';
import { formatPhone } from '@/shared/forms/phone';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { useAddressActions } from './use-address-actions';

type AddressRowProps = { address: SavedAddress; onEdit: () => void };

/** Row of the address book with its actions. Deleting can be undone. */
export function AddressRow({ address, onEdit }: AddressRowProps) {
  const t = useT();
  const { code } = useLanguage();
  const { makeDefault, remove, isBusy } = useAddressActions(address);
  const name = addressName(address);
  return (
    <div className="grid gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
        <bdi>{name}</bdi>
        {address.is_default && <Badge kind="ok">{t('address.default')}</Badge>}
      </p>
      <p className="wrap-anywhere">
        <bdi>{address.receiver}</bdi> · <Ltr className="num">{formatPhone(address.phone)}</Ltr>
      </p>
      <p className="wrap-anywhere text-text-2">
        <LocalizedText>{addressText(address, code)}</LocalizedText>
      </p>
      {address.driver_note && (
        <p className="text-xs wrap-anywhere whitespace-pre-line text-text-3">
          <bdi>{address.driver_note}</bdi>
        </p>
      )}
      <div className="-ms-3 flex flex-wrap">
        <Button
          kind="ghost"
          aria-label={`${t('account.edit')}: ${name}`}
          aria-disabled={isBusy}
          onClick={onEdit}
        >
          {t('account.edit')}
        </Button>
        {!address.is_default && (
          <Button
            kind="ghost"
            aria-label={`${t('address.makeDefault')}: ${name}`}
            aria-disabled={isBusy}
            onClick={makeDefault}
          >
            {t('address.makeDefault')}
          </Button>
        )}
        <Button
          kind="ghost"
          aria-label={`${t('action.delete')}: ${name}`}
          aria-disabled={isBusy}
          onClick={remove}
        >
          {t('action.delete')}
        </Button>
      </div>
    </div>
  );
}
