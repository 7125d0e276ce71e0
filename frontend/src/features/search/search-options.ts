/** Option that a key selects: `undefined` returns to the input, `null` means that the key is not handled. */
export function nextOption(
  key: string,
  ids: readonly string[],
  active: string | undefined,
): string | undefined | null {
  const index = active === undefined ? -1 : ids.indexOf(active);
  if (ids.length === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return ids[index + 1];
    case 'ArrowUp':
      return index === -1 ? ids.at(-1) : ids[index - 1];
    // Without an active option these keys move the caret.
    case 'Home':
      return index === -1 ? null : ids[0];
    case 'End':
      return index === -1 ? null : ids.at(-1);
    default:
      return null;
  }
}

/** Ids of a list's options in visual order, without the options of the previous text. */
export function optionIds(list: HTMLElement | null): string[] {
  const options = [...(list?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
  return options.filter((option) => !option.closest('[inert]')).map(({ id }) => id);
}
