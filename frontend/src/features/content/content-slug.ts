/** Content pages live at their slug, except the news, which the menu keeps under /blogs. */
export function contentSlug(pathname: string): string {
  return pathname.replace(/^\/(blogs\/)?/, '').replace(/\/$/, '');
}
