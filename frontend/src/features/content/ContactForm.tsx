import { Send } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/domain/session/session';
import { authFetch } from '@/shared/api/auth';
import type { Envelope } from '@/shared/api/types';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { problemText } from '@/shared/forms/problem-text';
import { SelectField } from '@/shared/forms/SelectField';
import { PhoneField, TextAreaField, TextField } from '@/shared/forms/TextField';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { Skeleton } from '@/shared/ui/Skeleton';
import { type ContactValues, contactSchema, SENDERS, TOPICS } from './contact-schema';

const send = ({ sender_type, topic, ...texts }: ContactValues) =>
  authFetch<Envelope<{ contact_id: number }>>('/api/v1/contact', {
    method: 'POST',
    body: { ...texts, sender_type: Number(sender_type), topic: Number(topic) },
  });

/** Contact form. Signed-in customers need not enter their contacts. */
export function ContactForm() {
  const { status, user } = useSession();
  if (status === 'pending') return <Skeleton className="h-130 rounded-lg" />;
  const person = {
    name: user ? `${user.fname} ${user.lname}`.trim() : '',
    phone: user?.phone ?? '',
    email: user?.email ?? '',
  };
  return <Form person={person} />;
}

function Form({ person }: { person: Pick<ContactValues, 'name' | 'phone' | 'email'> }) {
  const t = useT();
  const empty = { sender_type: '', topic: '', ...person, message: '' };
  const form = useShopForm<ContactValues>(contactSchema, empty);
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState<number>();
  const field = (name: keyof ContactValues) => ({
    ...form.register(name),
    error: form.errorOf(name),
  });

  const submit = form.submit(async (values) => {
    setProblem(undefined);
    try {
      setSent((await send(values)).data.contact_id);
      form.reset({ ...values, topic: '', message: '' });
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  });

  if (sent !== undefined) {
    return (
      <InlineAlert kind="ok" title={t('inquiry.sent', { number: String(sent) })}>
        <p className="text-text-2">{t('inquiry.sentText')}</p>
        <Button kind="outline" onClick={() => setSent(undefined)} className="mt-3">
          {t('inquiry.another')}
        </Button>
      </InlineAlert>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      {problem && <InlineAlert kind="err" title={problem} />}
      <ErrorSummary errors={form.errorList} onChoose={form.goTo} />
      <div className="grid gap-3.5 md:grid-cols-2">
        <SelectField
          {...field('sender_type')}
          label={t('inquiry.sender')}
          placeholder={t('inquiry.choose')}
          options={SENDERS.map(([value, key]) => ({ value, label: t(key) }))}
        />
        <SelectField
          {...field('topic')}
          label={t('inquiry.topic')}
          placeholder={t('inquiry.choose')}
          options={TOPICS.map(([value, key]) => ({ value, label: t(key) }))}
        />
      </div>
      <TextField {...field('name')} label={t('person.name')} autoComplete="name" maxLength={80} />
      <div className="grid gap-3.5 md:grid-cols-2">
        <PhoneField {...field('phone')} label={t('person.phone')} />
        <TextField
          {...field('email')}
          label={t('person.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={254}
        />
      </div>
      <TextAreaField
        {...field('message')}
        label={t('inquiry.message')}
        hint={t('inquiry.messageHint')}
        rows={5}
        maxLength={2000}
      />
      <Button
        type="submit"
        size="l"
        icon={Send}
        isLoading={form.formState.isSubmitting}
        className="justify-self-start max-md:w-full"
      >
        {t('inquiry.send')}
      </Button>
    </form>
  );
}
