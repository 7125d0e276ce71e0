const DELAY_MS = 500;
const MAX_DURATION_MS = 8000;

/** Covers the page, changes its language, and uncovers it should the new page not come. */
export function showTranslatingOverlay(text: string, translate: () => void): void {
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
  const end = setTimeout(uncover, MAX_DURATION_MS);
  window.addEventListener('pageshow', uncover);
  setTimeout(translate, DELAY_MS);
}
