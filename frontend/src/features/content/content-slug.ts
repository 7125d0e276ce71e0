/** Slug of the content page at a path. News have the prefix `/blogs`, which the slug does not. */
export function contentSlug(pathname: string): string {
  return pathname.replace(/^\/(blogs\/)?/, '').replace(/\/$/, '');
}
