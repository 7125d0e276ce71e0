import type { PropsWithChildren } from 'react';
import {
  createModule,
  LightboxRoot,
  MODULE_NO_SCROLL,
  MODULE_PORTAL,
  type Plugin,
} from 'yet-another-react-lightbox';

/**
 * Puts the library's content into our `<dialog>` in place of its own portal: the dialog traps the focus and gives it back,
 * closes on Escape, and lies in the browser's top layer like every other dialog of the shop.
 */
export const inDialog: Plugin = ({ replace, remove }) => {
  remove(MODULE_NO_SCROLL);
  replace(MODULE_PORTAL, createModule('dialog', Root));
};

const Root = ({ children }: PropsWithChildren) => (
  <LightboxRoot className="lightbox-root">{children}</LightboxRoot>
);
