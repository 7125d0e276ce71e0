import * as react from 'react/jsx-dev-runtime';
import { wrapTextNodes } from './wrap-text-nodes';

export type { JSX } from 'react/jsx-dev-runtime';
export const Fragment = react.Fragment;

/** Merged text children are passed as static children, because React would warn about a list without keys. */
export const jsxDEV: typeof react.jsxDEV = (type, props, key, isStatic, source, self) => {
  const wrapped = wrapTextNodes(type, props);
  const isList = Array.isArray((wrapped as { children?: unknown }).children);
  return react.jsxDEV(type, wrapped, key, isStatic && isList, source, self);
};
