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
import { EXAMPLE_PHONE } from './phone';
import { type FormSchema, schemaResolver } from './schema-resolver';
import { fieldErrorsOf, fieldErrorText, fieldOf } from './server-errors';

const SERVER = 'shop';
/** Values of the messages at fields. */
const VALUES = { phone: EXAMPLE_PHONE };

/**
 * Form validated by `schema`, whose messages are message keys. It validates on submit, and after that on every change.
 * The first invalid field receives the focus, also for errors of the server.
 *
 * @param inputOf input that has a field of the API, if its name depends on the values
 */
export function useShopForm<Values extends FieldValues>(
  schema: FormSchema<Values>,
  defaultValues: DefaultValues<Values>,
  inputOf: (field: string, values: Values) => string = (field) => field,
) {
  const t = useT();
  const names = Object.keys(defaultValues) as FieldPath<Values>[];
  const form = useForm<Values>({
    resolver: schemaResolver(schema),
    defaultValues,
    // The library uses the order of rendering, which differs from the visual order.
    shouldFocusError: false,
  });
  const { errors } = form.formState;

  // A field may decide whether others are required: after a change, errors of fields that are no longer
  // required are dropped.
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
    return error.type === SERVER ? error.message : t(error.message as MessageKey, VALUES);
  };

  const errorList = names.flatMap((name) => {
    const message = errorOf(name);
    return message ? [{ name, message }] : [];
  });

  /** Shows the server's errors at their fields; returns false if none concerns a field. */
  const setServerErrors = (error: unknown): boolean => {
    const reason = error instanceof ApiError ? error.reason : undefined;
    const known = fieldErrorsOf(error).flatMap((error) => {
      const field = fieldOf(error.field, names) ?? error.field;
      const input = names.find((name) => name === inputOf(field, form.getValues()));
      return input ? [{ ...error, field, input }] : [];
    });
    known.forEach(({ field, input, message, reason: fieldReason }, index) => {
      const why = fieldReason ?? reason;
      const key = fieldErrorText(input, why) ?? fieldErrorText(field, why);
      form.setError(
        input,
        { type: SERVER, message: key ? t(key, VALUES) : message },
        { shouldFocus: index === 0 },
      );
    });
    return known.length > 0;
  };

  /** Submit handler of the form: sends valid values, or focuses the first invalid field. */
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
