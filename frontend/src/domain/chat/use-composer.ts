import { useEffect, useState } from 'react';
import type { Translate } from '@/shared/i18n/load-messages';
import type { Talk } from './conversation-store';
import { photoFault } from './image-rules';
import { dropPicture, keepPicture, keptPicture } from './image-store';
import { draftPicture, onAdopted, readDraft, writeDraft } from './outbox-storage';

/** What is being written: text and picture, both kept until they are sent. */
export function useComposer(talk: Talk, t: Translate) {
  const { owner } = talk;
  const [text, setText] = useState(() => readDraft(owner));
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  useEffect(() => {
    let isGone = false;
    const look = () => {
      setText((written) => readDraft(owner) || written);
      void keptPicture(draftPicture(owner)).then((kept) => {
        if (kept && !isGone) setPhoto((chosen) => chosen ?? kept);
      });
    };
    look();
    const stop = onAdopted((adopter) => adopter === owner && look());
    return () => {
      isGone = true;
      stop();
    };
  }, [owner]);

  const write = (next: string) => {
    setText(next);
    writeDraft(owner, next);
    talk.seen();
  };
  const choose = (file: Blob | null) => {
    const wrong = file && photoFault(file);
    setFault(wrong ? t(wrong === 'type' ? 'chat.photoOnly' : 'chat.photoTooLarge') : null);
    if (wrong) return;
    setPhoto(file);
    talk.seen();
    if (file) void keepPicture(draftPicture(owner), file);
    else void dropPicture(draftPicture(owner));
  };

  return {
    text,
    photo,
    fault,
    isEmpty: text.trim() === '' && !photo,
    write,
    choose,
    /** Hands over what is written; nothing of it stays. */
    send: () => {
      const sms = text.trim();
      if (photo)
        void talk.write({ kind: 'img', sms: sms || t('chat.photoCaption'), picture: photo });
      else if (sms) void talk.write({ kind: 'user', sms });
      write('');
      choose(null);
    },
  };
}

export type Composing = ReturnType<typeof useComposer>;
