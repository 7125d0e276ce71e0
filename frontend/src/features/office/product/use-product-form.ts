import { useState } from 'react';
import type { StaffProductDetail } from '../staff-product-types';
import {
  changedFields,
  editOf,
  errorsOf,
  type FormErrors,
  type FormField,
  formOf,
  type ProductForm,
  rebased,
} from './product-form';

type FormState = {
  /** The product that the form was filled from. */
  base: StaffProductDetail;
  form: ProductForm;
  /** The product as it was before another person changed it. */
  before: StaffProductDetail | undefined;
};

export type ProductFormEditor = {
  form: ProductForm;
  errors: FormErrors;
  isChanged: (field: FormField) => boolean;
  set: <Field extends FormField>(field: Field, value: ProductForm[Field]) => void;
  /** Adds an image at a position, or at the end. */
  addImage: (path: string, at?: number) => void;
};

/**
 * State of the product form. When another person changes the product meanwhile, the user's changes stay, all other
 * fields are updated, and `before` is the previous version.
 */
export function useProductForm(product: StaffProductDetail) {
  const [state, setState] = useState<FormState>(() => ({
    base: product,
    form: formOf(product),
    before: undefined,
  }));
  if (product.version > state.base.version) setState(withTheirs(state, product));
  const { form, before } = state;
  const base = formOf(state.base);
  const changed = changedFields(form, base);
  const editor: ProductFormEditor = {
    form,
    errors: errorsOf(form),
    isChanged: (field) => changed.includes(field),
    set: (field, value) => setState((now) => ({ ...now, form: { ...now.form, [field]: value } })),
    addImage: (path, at) => setState((now) => ({ ...now, form: withImage(now.form, path, at) })),
  };
  return {
    editor,
    changed,
    before,
    version: state.base.version,
    edit: editOf(form, base),
    /** Accepts the response to the user's own change. Fields that were changed after `sent` stay. */
    accept: (next: StaffProductDetail, sent?: ProductForm) =>
      setState((now) => {
        const from = sent ?? formOf(now.base);
        return { base: next, form: rebased(now.form, from, formOf(next)), before: undefined };
      }),
    /** Closes the notice of the other person's changes. */
    dismiss: () => setState((now) => ({ ...now, before: undefined })),
    discard: () =>
      setState((now) => ({ base: now.base, form: formOf(now.base), before: undefined })),
    takeTheirs: (field: FormField) =>
      setState((now) => ({ ...now, form: { ...now.form, [field]: formOf(now.base)[field] } })),
  };
}

/** Adds an uploaded image to the latest form, because an upload may end at any time. */
function withImage(form: ProductForm, path: string, at = form.images.length): ProductForm {
  const { images } = form;
  return images.includes(path) ? form : { ...form, images: images.toSpliced(at, 0, path) };
}

function withTheirs(state: FormState, theirs: StaffProductDetail): FormState {
  const [was, is] = [formOf(state.base), formOf(theirs)];
  const isOther = changedFields(is, was).length > 0;
  return {
    base: theirs,
    form: rebased(state.form, was, is),
    before: isOther ? (state.before ?? state.base) : state.before,
  };
}
