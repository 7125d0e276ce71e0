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
import { ChannelCheckbox } from './ChannelCheckbox';
import { NewsChoice } from './NewsChoice';

const CHANNELS: MessageChannel[] = ['whatsapp', 'sms', 'email'];

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
 * Checkboxes of the channels and of news. The last selected channel cannot be cleared, because messages about orders
 * cannot be switched off. While the channels are unchanged, only the choice of news is saved, so that it is not a
 * choice of channels. Without a provider, news still arrive as pushes.
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

  const hasNoChannel = offered.length > 0 && sent.length === 0;
  const isUnchanged = channels.join() === chosen.channels.join();
  const isNewsAlone = offered.length === 0 || (isUnchanged && wantsNews !== chosen.wants_news);

  const save = async () => {
    setSaving(true);
    setProblem(null);
    try {
      const news = { wants_news: wantsNews };
      const saved = await saveMessageChannels(
        isNewsAlone ? news : { channels, language: code, ...news },
      );
      client.setQueryData(messageChannelsQuery.queryKey, saved);
      toast.success(t('form.saved'));
    } catch (error) {
      setProblem(problemText(error, t));
    }
    setSaving(false);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="grid gap-2"
    >
      {problem && <InlineAlert kind="err" title={problem} />}
      <Note>{t(offered.length > 0 ? 'account.messagesText' : 'account.messagesNone')}</Note>
      {offered.length > 0 && (
        <fieldset className="grid">
          <legend className="sr-only">{t('account.messages')}</legend>
          {offered.map((channel) => (
            <ChannelCheckbox
              key={channel}
              channel={channel}
              isChosen={channels.includes(channel)}
              hasAddress={usable(channel)}
              isUndeliverable={chosen.undeliverable.includes(channel)}
              onChange={() =>
                setChannels(
                  channels.includes(channel)
                    ? channels.filter((one) => one !== channel)
                    : [...channels, channel],
                )
              }
            />
          ))}
        </fieldset>
      )}
      <NewsChoice isChosen={wantsNews} onChange={setWantsNews} />
      {hasNoChannel && <Note>{t('account.messagesKept')}</Note>}
      <Button
        type="submit"
        kind="soft"
        isLoading={isSaving}
        disabled={hasNoChannel && !isNewsAlone}
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
