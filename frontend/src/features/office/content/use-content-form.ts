import { useState } from 'react';
import type { ContentBody, ContentDetail } from './content-api';
import { editedBody, stampOf } from './content-draft';
import { changedNames, isSame, rebasedBody } from './content-form';

type FormState = {
  /** The item that the form was filled from; undefined for a new one. */
  base: ContentDetail | undefined;
  form: ContentBody;
  /** Fields that another person has changed meanwhile. */
  theirs: string[];
};

/**
 * State of the editor's form, which edits the draft if there is one. When another person changes the item or its
 * draft meanwhile, the user's changes stay, all other fields are updated, and `theirs` names the fields that the
 * other person changed.
 */
export function useContentForm(item: ContentDetail | undefined, blank: ContentBody) {
  const [state, setState] = useState<FormState>(() => ({
    base: item,
    form: item ? editedBody(item) : blank,
    theirs: [],
  }));
  if (item && state.base && stampOf(item) !== stampOf(state.base)) {
    setState(withTheirs(state, state.base, item));
  }
  const { base, form, theirs } = state;
  const baseBody = base ? editedBody(base) : blank;
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
        const from = sent ?? (now.base ? editedBody(now.base) : blank);
        return { base: next, form: rebasedBody(now.form, from, editedBody(next)), theirs: [] };
      }),
    discard: () => setState((now) => ({ ...now, form: baseBody, theirs: [] })),
    dismiss: () => setState((now) => ({ ...now, theirs: [] })),
  };
}

/** Fields in which another person changed an item, and that differ from the user's form. */
export function changedByOthers(
  form: ContentBody,
  before: ContentDetail,
  after: ContentDetail,
): string[] {
  const [was, is] = [editedBody(before), editedBody(after)];
  return changedNames(is, was).filter((name) => !isSame(form[name], is[name]));
}

export type ContentForm = ReturnType<typeof useContentForm>;

function withTheirs(state: FormState, before: ContentDetail, after: ContentDetail): FormState {
  const [was, is] = [editedBody(before), editedBody(after)];
  return {
    base: after,
    form: rebasedBody(state.form, was, is),
    // The user's own change may arrive here first.
    theirs: [...new Set([...state.theirs, ...changedNames(is, was)])].filter(
      (name) => !isSame(state.form[name], is[name]),
    ),
  };
}
