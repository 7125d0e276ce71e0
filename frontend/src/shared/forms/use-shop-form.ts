import { useEffect, useEffectEvent } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  useForm,
} from 'react-hook-form';
import { ApiError } from '@/shared/api/client';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { type FormSchema, schemaResolver } from './schema-resolver';
import { fieldErrorsOf, fieldErrorText, fieldOf } from './server-errors';

const SERVER = 'shop';

/**
 * A form checked by `schema`, whose messages are text keys, when it is sent and from then on while it is mended. The
 * first wrong field gets the focus, also when the shop finds the fault.
 */
export function useShopForm<Values extends FieldValues>(
  schema: FormSchema<Values>,
  defaultValues: DefaultValues<Values>,
) {
  const t = useT();
  const names = Object.keys(defaultValues) as FieldPath<Values>[];
  const form = useForm<Values>({
    resolver: schemaResolver(schema),
    defaultValues,
    // Its own order is the order of rendering, which differs from the visual order.
    shouldFocusError: false,
  });
  const { errors } = form.formState;

  // One field may decide about others: after a change, faults of fields that are no longer required are dropped.
  const recheck = useEffectEvent(() => {
    const isOwn = (name: FieldPath<Values>) => {
      const error: { type?: string } | undefined = get(errors, name);
      return error !== undefined && error.type !== SERVER;
    };
    const wrong = names.filter(isOwn);
    if (wrong.length > 0) void form.trigger(wrong);
  });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => recheck() }),
    [form.subscribe],
  );

  const errorOf = (name: FieldPath<Values>): string | undefined => {
    const error: { type?: string; message?: string } | undefined = get(errors, name);
    if (!error?.message) return undefined;
    return error.type === SERVER ? error.message : t(error.message as MessageKey);
  };

  const errorList = names.flatMap((name) => {
    const message = errorOf(name);
    return message ? [{ name, message }] : [];
  });

  /** Puts what the shop said at the fields; false when it is about none of them. */
  const setServerErrors = (error: unknown): boolean => {
    const reason = error instanceof ApiError ? error.reason : undefined;
    const known = fieldErrorsOf(error).flatMap((fault) => {
      const field = fieldOf(fault.field, names);
      return field ? [{ ...fault, field }] : [];
    });
    known.forEach(({ field, message, reason: fieldReason }, index) => {
      const key = fieldErrorText(field, fieldReason ?? reason);
      form.setError(
        field as FieldPath<Values>,
        { type: SERVER, message: key ? t(key) : message },
        { shouldFocus: index === 0 },
      );
    });
    return known.length > 0;
  };

  /** For the form's `onSubmit`: sends what is right, and goes to the first thing that is not. */
  const submit = (send: (values: Values) => Promise<void>) =>
    form.handleSubmit(send, (wrong) => {
      const first = names.find((name) => get(wrong, name));
      if (first) form.setFocus(first);
    });

  return {
    ...form,
    submit,
    errorOf,
    errorList,
    setServerErrors,
    goTo: (name: string) => form.setFocus(name as FieldPath<Values>),
  };
}
