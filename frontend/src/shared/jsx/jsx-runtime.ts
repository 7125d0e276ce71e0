import * as react from 'react/jsx-runtime';
import { wrapTextNodes } from './wrap-text-nodes';

export type { JSX } from 'react/jsx-runtime';
export const Fragment = react.Fragment;

export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, wrapTextNodes(type, props), key);

export const jsxs: typeof react.jsxs = (type, props, key) =>
  react.jsxs(type, wrapTextNodes(type, props), key);
