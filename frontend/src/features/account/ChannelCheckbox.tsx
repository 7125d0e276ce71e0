import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import type { MessageChannel } from './account-api';

const NAMES = { whatsapp: 'WhatsApp', sms: 'SMS' };

type ChannelCheckboxProps = {
  channel: MessageChannel;
  isChosen: boolean;
  hasAddress: boolean;
  isUndeliverable: boolean;
  onChange: () => void;
};

/** Checkbox of a channel of messages, with what keeps messages from arriving. */
export function ChannelCheckbox(props: ChannelCheckboxProps) {
  const { channel, isChosen, hasAddress, isUndeliverable, onChange } = props;
  const t = useT();
  return (
    <label className="flex min-h-(--tap) cursor-pointer items-center gap-3 text-sm">
      <input
        type="checkbox"
        className="check"
        checked={isChosen}
        disabled={!hasAddress && !isChosen}
        onChange={onChange}
      />
      <span className="min-w-0">
        <LocalizedText>{channel === 'email' ? t('person.email') : NAMES[channel]}</LocalizedText>
        {isUndeliverable && (
          <span className="block text-err">
            <LocalizedText>{t('account.messagesUndeliverable')}</LocalizedText>
          </span>
        )}
        {!hasAddress && (
          <span className="block text-text-3">
            <LocalizedText>{t('account.messagesNoAddress')}</LocalizedText>
          </span>
        )}
      </span>
    </label>
  );
}
