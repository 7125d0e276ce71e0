import { SelectField } from '@/shared/forms/SelectField';
import { TextAreaField, TextField } from '@/shared/forms/TextField';
import { useT } from '@/shared/i18n/language-context';
import type { Broadcast, BroadcastError } from './broadcast';

type BroadcastFieldsProps = {
  message: Broadcast;
  errors: BroadcastError[];
  /** Whether the server does not know the topic. */
  rejectedTopic: boolean;
  onChange: (change: Partial<Broadcast>) => void;
};

export function BroadcastFields({
  message,
  errors,
  rejectedTopic,
  onChange,
}: BroadcastFieldsProps) {
  const t = useT();
  const errorOf = (field: keyof Broadcast): string | undefined => {
    const error = errors.find((one) => one.field === field);
    if (!error) return undefined;
    if (error.reason === 'required') return t('staff.needed');
    return t(error.reason === 'url' ? 'staff.linkWrong' : 'field.tooLong');
  };
  const links: [keyof Broadcast, string, string?][] = [
    ['actionUrl', t('staff.link'), t('staff.linkHint')],
    ['mobileUrl', t('staff.mobile'), t('staff.mobileHint')],
    ['websiteUrl', t('staff.website'), t('staff.websiteHint')],
    ['imageUrl', t('staff.image')],
  ];
  return (
    <>
      <SelectField
        label={t('staff.topic')}
        placeholder={t('staff.topic')}
        value={message.topicName}
        error={rejectedTopic ? t('staff.topicUnknown') : undefined}
        onChange={({ target }) => onChange({ topicName: target.value || 'customers' })}
        options={[
          { value: 'customers', label: t('staff.topicCustomers') },
          { value: 'sellers', label: t('staff.topicSellers') },
          { value: 'promotions', label: t('page.promotions') },
        ]}
      />
      <SelectField
        label={t('staff.category')}
        placeholder={t('staff.category')}
        value={message.category}
        onChange={({ target }) => onChange({ category: target.value || 'general' })}
        options={[
          { value: 'general', label: t('staff.general') },
          { value: 'promotion', label: t('page.promotions') },
        ]}
      />
      <TextField
        label={t('staff.title')}
        value={message.title}
        error={errorOf('title')}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextAreaField
        label={t('staff.body')}
        rows={4}
        value={message.body}
        error={errorOf('body')}
        onChange={({ target }) => onChange({ body: target.value })}
      />
      {links.map(([field, label, hint]) => (
        <TextField
          key={field}
          label={label}
          hint={hint}
          isOptional
          dir="ltr"
          value={message[field]}
          error={errorOf(field)}
          onChange={({ target }) => onChange({ [field]: target.value })}
        />
      ))}
    </>
  );
}
