import type { PropsWithChildren } from 'react';
import {
  createModule,
  LightboxRoot,
  MODULE_NO_SCROLL,
  MODULE_PORTAL,
  type Plugin,
} from 'yet-another-react-lightbox';

/**
 * Plugin that renders the lightbox into our `<dialog>` instead of the library's portal. The dialog traps the focus and
 * restores it, closes on Escape, and is in the browser's top layer like every other dialog of the shop.
 */
export const inDialog: Plugin = ({ replace, remove }) => {
  remove(MODULE_NO_SCROLL);
  replace(MODULE_PORTAL, createModule('dialog', Root));
};

const Root = ({ children }: PropsWithChildren) => (
  <LightboxRoot className="lightbox-root">{children}</LightboxRoot>
);
