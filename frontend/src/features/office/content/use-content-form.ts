import { useState } from 'react';
import type { ContentBody, ContentDetail } from './content-api';
import { changedNames, isSame, rebasedBody } from './content-form';

type FormState = {
  /** The item that the form was filled from; undefined for a new one. */
  base: ContentDetail | undefined;
  form: ContentBody;
  /** Fields that another person has changed meanwhile. */
  theirs: string[];
};

const bodyOf = (item: ContentDetail) => item.body as unknown as ContentBody;

/**
 * State of the editor's form. When another person changes the item meanwhile, the user's changes stay, all other fields
 * are updated, and `theirs` names what the other person changed.
 */
export function useContentForm(item: ContentDetail | undefined, blank: ContentBody) {
  const [state, setState] = useState<FormState>(() => ({
    base: item,
    form: item ? bodyOf(item) : blank,
    theirs: [],
  }));
  if (item && state.base && item.version !== state.base.version) {
    setState(withTheirs(state, state.base, item));
  }
  const { base, form, theirs } = state;
  const baseBody = base ? bodyOf(base) : blank;
  return {
    base,
    form,
    theirs,
    changed: changedNames(form, baseBody),
    set: (name: string, value: unknown) =>
      setState((now) => ({ ...now, form: { ...now.form, [name]: value } })),
    /** Accepts the response to the user's own change. Fields that were changed after `sent` stay. */
    accept: (next: ContentDetail, sent?: ContentBody) =>
      setState((now) => {
        const from = sent ?? (now.base ? bodyOf(now.base) : blank);
        return { base: next, form: rebasedBody(now.form, from, bodyOf(next)), theirs: [] };
      }),
    discard: () => setState((now) => ({ ...now, form: baseBody, theirs: [] })),
    dismiss: () => setState((now) => ({ ...now, theirs: [] })),
  };
}

export type ContentForm = ReturnType<typeof useContentForm>;

function withTheirs(state: FormState, before: ContentDetail, after: ContentDetail): FormState {
  const [was, is] = [bodyOf(before), bodyOf(after)];
  return {
    base: after,
    form: rebasedBody(state.form, was, is),
    // The user's own change may arrive here first.
    theirs: [...new Set([...state.theirs, ...changedNames(is, was)])].filter(
      (name) => !isSame(state.form[name], is[name]),
    ),
  };
}
