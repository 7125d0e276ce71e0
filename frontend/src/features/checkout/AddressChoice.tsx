import { Pencil } from 'lucide-react';
import { addressName, addressText } from '@/domain/addresses/address-form-values';
import type { SavedAddress } from '@/domain/addresses/address-queries';
import { OptionCard } from '@/shared/forms/OptionCard';
import { formatPhone } from '@/shared/forms/phone';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';

type AddressChoiceProps = {
  addresses: SavedAddress[];
  /** Id of the chosen address; empty while another one is typed. */
  chosen: string;
  onChoose: (address: SavedAddress | null) => void;
  /** Opens the form fields, filled with the chosen address. */
  onEdit: (address: SavedAddress) => void;
};

/** Address book as cards. The last card opens the form fields for another address. */
export function AddressChoice({ addresses, chosen, onChoose, onEdit }: AddressChoiceProps) {
  const t = useT();
  const { code } = useLanguage();
  const edited = addresses.find(({ address_id }) => address_id === chosen);
  return (
    <div className="grid justify-items-start gap-2">
      <div role="radiogroup" aria-label={t('checkout.address')} className="grid w-full gap-2.5">
        {addresses.map((address) => (
          <OptionCard
            key={address.address_id}
            name="saved-address"
            value={address.address_id}
            checked={address.address_id === chosen}
            onChange={() => onChoose(address)}
            title={addressName(address)}
            note={
              <>
                <bdi>{address.receiver}</bdi> · <Ltr>{formatPhone(address.phone)}</Ltr>
                {' · '}
                <LocalizedText>{addressText(address, code)}</LocalizedText>
              </>
            }
          />
        ))}
        <OptionCard
          name="saved-address"
          value=""
          checked={chosen === ''}
          onChange={() => onChoose(null)}
          title={t('address.other')}
        />
      </div>
      {edited && (
        <Button kind="ghost" icon={Pencil} className="-ms-3" onClick={() => onEdit(edited)}>
          {t('address.edit')}
        </Button>
      )}
    </div>
  );
}
