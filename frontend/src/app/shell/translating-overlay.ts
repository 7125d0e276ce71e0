const DELAY_MS = 500;
const MAX_DURATION_MS = 8000;

/** Covers the page while its language changes. Removes itself after 8 s if the new page does not load. */
export function showTranslatingOverlay(text: string, translate: () => void): void {
  const overlay = document.createElement('div');
  overlay.className = 'translating';
  overlay.setAttribute('role', 'status');
  overlay.append(Object.assign(document.createElement('span'), { textContent: text }));
  document.body.append(overlay);
  // A popover, because it must also cover open modal dialogs.
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
