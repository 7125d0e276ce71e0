import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemText } from '@/shared/forms/problem-text';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import { ErrorState } from '@/shared/ui/PageStates';
import { ModalPanel } from '@/shared/ui/Panel';
import { Skeleton } from '@/shared/ui/Skeleton';
import { toast } from '@/shared/ui/toast';
import {
  type Customer,
  type MessageChannel,
  type MessageChannels,
  messageChannelsQuery,
  saveMessageChannels,
} from './account-api';
import { NewsChoice } from './NewsChoice';

const CHANNELS: MessageChannel[] = ['whatsapp', 'sms', 'email'];
const NAMES = { whatsapp: 'WhatsApp', sms: 'SMS' };

/** Section for the channels of messages: e-mail, SMS or WhatsApp. */
export function MessagesSection({ customer }: { customer: Customer }) {
  const t = useT();
  const { data, error, refetch } = useQuery(messageChannelsQuery);
  return (
    <ModalPanel title={t('account.messages')}>
      {data ? (
        <ChannelChoice
          key={`${data.data.channels.join()} ${data.data.wants_news}`}
          chosen={data.data}
          customer={customer}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-28" />
      )}
    </ModalPanel>
  );
}

type ChannelChoiceProps = { chosen: MessageChannels; customer: Customer };

/**
 * Checkboxes of the channels. The last selected one cannot be cleared, because messages about orders cannot be switched
 * off.
 */
function ChannelChoice({ chosen, customer }: ChannelChoiceProps) {
  const t = useT();
  const client = useQueryClient();
  const { code } = useLanguage();
  const [channels, setChannels] = useState(chosen.channels);
  const [wantsNews, setWantsNews] = useState(chosen.wants_news);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const offered = CHANNELS.filter((channel) => chosen.available.includes(channel));
  const usable = (channel: MessageChannel) =>
    (channel === 'email' ? customer.email : customer.phone) !== '';
  const sent = channels.filter((channel) => offered.includes(channel) && usable(channel));

  const save = async () => {
    setSaving(true);
    setProblem(null);
    try {
      const saved = await saveMessageChannels({
        channels,
        language: code,
        wants_news: wantsNews,
      });
      client.setQueryData(messageChannelsQuery.queryKey, saved);
      toast.success(t('form.saved'));
    } catch (error) {
      setProblem(problemText(error, t));
    }
    setSaving(false);
  };

  if (offered.length === 0) return <Note>{t('account.messagesNone')}</Note>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="grid gap-2"
    >
      {problem && <InlineAlert kind="err" title={problem} />}
      <Note>{t('account.messagesText')}</Note>
      <fieldset className="grid">
        <legend className="sr-only">{t('account.messages')}</legend>
        {offered.map((channel) => {
          const name = channel === 'email' ? t('person.email') : NAMES[channel];
          const isChosen = channels.includes(channel);
          return (
            <label
              key={channel}
              className="flex min-h-(--tap) cursor-pointer items-center gap-3 text-sm"
            >
              <input
                type="checkbox"
                className="check"
                checked={isChosen}
                disabled={!usable(channel) && !isChosen}
                onChange={() =>
                  setChannels(
                    isChosen ? channels.filter((one) => one !== channel) : [...channels, channel],
                  )
                }
              />
              <span className="min-w-0">
                <LocalizedText>{name}</LocalizedText>
                {chosen.undeliverable.includes(channel) && (
                  <span className="block text-err">
                    <LocalizedText>{t('account.messagesUndeliverable')}</LocalizedText>
                  </span>
                )}
                {!usable(channel) && (
                  <span className="block text-text-3">
                    <LocalizedText>{t('account.messagesNoAddress')}</LocalizedText>
                  </span>
                )}
              </span>
            </label>
          );
        })}
      </fieldset>
      <NewsChoice isChosen={wantsNews} onChange={setWantsNews} />
      {sent.length === 0 && <Note>{t('account.messagesKept')}</Note>}
      <Button
        type="submit"
        kind="soft"
        isLoading={isSaving}
        disabled={sent.length === 0}
        className="justify-self-start"
      >
        {t('account.save')}
      </Button>
    </form>
  );
}

const Note = ({ children }: { children: string }) => (
  <p className="text-sm text-text-3">
    <LocalizedText>{children}</LocalizedText>
  </p>
);
