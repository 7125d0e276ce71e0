const STARTS_AFTER = 500;
const LONGEST = 8000;

/** Covers the page, changes its language, and uncovers it should the new page not come. */
export function showTranslating(text: string, translate: () => void): void {
  const overlay = document.createElement('div');
  overlay.className = 'translating';
  overlay.setAttribute('role', 'status');
  overlay.append(Object.assign(document.createElement('span'), { textContent: text }));
  document.body.append(overlay);
  // Above an open drawer too, whose dialog lies over everything else.
  overlay.popover = 'manual';
  overlay.showPopover?.();

  const uncover = () => {
    clearTimeout(end);
    window.removeEventListener('pageshow', uncover);
    overlay.remove();
  };
  const end = setTimeout(uncover, LONGEST);
  window.addEventListener('pageshow', uncover);
  setTimeout(translate, STARTS_AFTER);
}
