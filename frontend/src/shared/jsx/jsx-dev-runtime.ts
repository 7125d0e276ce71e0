import * as react from 'react/jsx-dev-runtime';
import { wrapTextNodes } from './wrap-text-nodes';

export type { JSX } from 'react/jsx-dev-runtime';
export const Fragment = react.Fragment;

export const jsxDEV: typeof react.jsxDEV = (type, props, key, isStatic, source, self) =>
  react.jsxDEV(type, wrapTextNodes(type, props), key, isStatic, source, self);
