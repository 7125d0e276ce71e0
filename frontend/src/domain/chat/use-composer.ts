import { useEffect, useRef, useState } from 'react';
import type { Translate } from '@/shared/i18n/load-messages';
import type { ConversationStore } from './conversation-store';
import { toJpeg } from './fit-image';
import { imageError, isSentAsIs } from './image-rules';
import { deleteImage, loadImage, storeImage } from './image-store';
import { draftImageKey, onVisitorMerged, readDraft, writeDraft } from './outbox-storage';

/** State of the composer: text and image, both stored until sent. */
export function useComposer(conversation: ConversationStore, t: Translate) {
  const { owner } = conversation;
  const [text, setText] = useState(() => readDraft(owner));
  const [image, setImage] = useState<Blob | null>(null);
  /** Whether the chosen image is re-encoded, so that the message cannot be sent yet. */
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** Number of choices so far: an image that is re-encoded after the next choice is dropped. */
  const choices = useRef(0);

  useEffect(() => {
    let isUnmounted = false;
    const restoreDraft = () => {
      setText((typed) => readDraft(owner) || typed);
      void loadImage(draftImageKey(owner)).then((stored) => {
        if (stored && !isUnmounted) setImage((chosen) => chosen ?? stored);
      });
    };
    restoreDraft();
    const stop = onVisitorMerged((account) => account === owner && restoreDraft());
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [owner]);

  const write = (next: string) => {
    setText(next);
    writeDraft(owner, next);
    conversation.seen();
  };
  const attach = (file: Blob | null) => {
    const wrong = file && imageError(file);
    setError(wrong ? t(wrong === 'type' ? 'chat.imageOnly' : 'chat.imageTooLarge') : null);
    if (wrong) return;
    setImage(file);
    conversation.seen();
    if (file) void storeImage(draftImageKey(owner), file);
    else void deleteImage(draftImageKey(owner));
  };
  const choose = (file: Blob | null) => {
    choices.current += 1;
    const choice = choices.current;
    const isTakenAsIs = !file || imageError(file) === 'type' || isSentAsIs(file);
    setPending(!isTakenAsIs);
    if (isTakenAsIs) return attach(file);
    setError(null);
    void toJpeg(file).then((jpeg) => {
      if (choice !== choices.current) return;
      setPending(false);
      if (jpeg) attach(jpeg);
      else setError(t('chat.imageOnly'));
    });
  };

  return {
    text,
    image,
    error,
    isPending,
    isEmpty: text.trim() === '' && !image,
    write,
    choose,
    /** Sends the draft and clears it, unless its image is pending. */
    send: () => {
      if (isPending) return;
      const sms = text.trim();
      if (image)
        void conversation.write({ kind: 'img', sms: sms || t('chat.imageCaption'), image: image });
      else if (sms) void conversation.write({ kind: 'user', sms });
      write('');
      choose(null);
    },
  };
}

export type ComposerState = ReturnType<typeof useComposer>;
