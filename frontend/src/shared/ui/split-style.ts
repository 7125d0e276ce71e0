/** Classes of a page with a summary beside its content from 700 px on. */
export const splitStyle =
  'grid items-start gap-6 split:grid-cols-[minmax(0,1fr)_18.75rem] lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-10';
