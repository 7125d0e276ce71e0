import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { type BaseIssue, type BaseSchema, getDotPath, safeParse } from 'valibot';

export type FormSchema<Values> = BaseSchema<Values, Values, BaseIssue<unknown>>;

/** Form resolver for a schema: every invalid field gets its first message. */
export function schemaResolver<Values extends FieldValues>(
  schema: FormSchema<Values>,
): Resolver<Values> {
  return (values) => {
    const result = safeParse(schema, values);
    if (result.success) return { values: result.output, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const issue of result.issues) {
      const name = getDotPath(issue);
      if (name) errors[name] ??= { type: issue.type, message: issue.message };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
