import { useEffect, useState } from 'react';
import type { Translate } from '@/shared/i18n/load-messages';
import type { ConversationStore } from './conversation-store';
import { imageError } from './image-rules';
import { deleteImage, loadImage, storeImage } from './image-store';
import { draftImageKey, onVisitorMerged, readDraft, writeDraft } from './outbox-storage';

/** State of the composer: text and image, both stored until sent. */
export function useComposer(conversation: ConversationStore, t: Translate) {
  const { owner } = conversation;
  const [text, setText] = useState(() => readDraft(owner));
  const [image, setImage] = useState<Blob | null>(null);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    let isGone = false;
    const look = () => {
      setText((written) => readDraft(owner) || written);
      void loadImage(draftImageKey(owner)).then((kept) => {
        if (kept && !isGone) setImage((chosen) => chosen ?? kept);
      });
    };
    look();
    const stop = onVisitorMerged((adopter) => adopter === owner && look());
    return () => {
      isGone = true;
      stop();
    };
  }, [owner]);

  const write = (next: string) => {
    setText(next);
    writeDraft(owner, next);
    conversation.seen();
  };
  const choose = (file: Blob | null) => {
    const wrong = file && imageError(file);
    setError(wrong ? t(wrong === 'type' ? 'chat.photoOnly' : 'chat.photoTooLarge') : null);
    if (wrong) return;
    setImage(file);
    conversation.seen();
    if (file) void storeImage(draftImageKey(owner), file);
    else void deleteImage(draftImageKey(owner));
  };

  return {
    text,
    image,
    error,
    isEmpty: text.trim() === '' && !image,
    write,
    choose,
    /** Sends the draft and clears it. */
    send: () => {
      const sms = text.trim();
      if (image)
        void conversation.write({ kind: 'img', sms: sms || t('chat.photoCaption'), image: image });
      else if (sms) void conversation.write({ kind: 'user', sms });
      write('');
      choose(null);
    },
  };
}

export type ComposerState = ReturnType<typeof useComposer>;
