import { useMutation } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { randomKey } from '@/shared/api/random-key';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import { BroadcastFields } from './BroadcastFields';
import { BroadcastPreview } from './BroadcastPreview';
import { type Broadcast, broadcastErrors, EMPTY_BROADCAST, sendBroadcast } from './broadcast';
import { PageFrame } from './PageFrame';

/** Form for a notification to all subscribers of a topic: edit, preview, confirm, send. */
export function BroadcastPage() {
  const t = useT();
  const [message, setMessage] = useState(EMPTY_BROADCAST);
  const [key, setKey] = useState(randomKey);
  const [isChecked, setChecked] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const send = useMutation({
    mutationFn: () => sendBroadcast(message, key),
    onSuccess: () => {
      setMessage(EMPTY_BROADCAST);
      setKey(randomKey());
      setChecked(false);
      setAsking(false);
    },
    onError: () => setAsking(false),
  });
  const errors = broadcastErrors(message);
  const refused = send.error instanceof ApiError ? send.error : undefined;

  const change = (next: Partial<Broadcast>) => {
    // Another text is another message and needs another idempotency key.
    setKey(randomKey());
    setAsking(false);
    send.reset();
    setMessage({ ...message, ...next });
  };
  return (
    <PageFrame title={t('staff.broadcast')}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          setAsking(errors.length === 0);
        }}
      >
        <p className="text-sm text-text-2">
          <LocalizedText>{t('staff.broadcastText')}</LocalizedText>
        </p>
        {send.isSuccess && <InlineAlert kind="ok" title={t('staff.broadcastSent')} />}
        {send.isError && (
          <InlineAlert kind="err" title={t('staff.broadcastFailed')}>
            {refused && <p>{refused.details.message}</p>}
          </InlineAlert>
        )}
        <BroadcastFields
          message={message}
          errors={isChecked ? errors : []}
          rejectedTopic={refused?.field === 'topicName'}
          onChange={change}
        />
        <BroadcastPreview message={message} />
        {isAsking ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
          <div
            role="group"
            aria-label={t('staff.broadcastSure')}
            className="flex flex-wrap items-center gap-2 rounded-md bg-warn-soft px-4 py-3 text-sm"
          >
            <p className="min-w-50 flex-1 font-medium">
              <LocalizedText>{t('staff.broadcastSure')}</LocalizedText>
            </p>
            <Button kind="outline" onClick={() => setAsking(false)}>
              {t('action.cancel')}
            </Button>
            <Button
              autoFocus
              icon={Megaphone}
              isLoading={send.isPending}
              onClick={() => send.mutate()}
            >
              {t('staff.broadcastSend')}
            </Button>
          </div>
        ) : (
          <Button type="submit" size="l">
            {t('staff.broadcastReview')}
          </Button>
        )}
      </form>
    </PageFrame>
  );
}
