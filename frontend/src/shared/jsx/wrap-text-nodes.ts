import { Fragment, type ReactNode } from 'react';
import { jsx } from 'react/jsx-runtime';
import { keepTogether } from '../i18n/keep-together';

/** Elements that may contain plain text only. */
const PLAIN = new Set(['option', 'optgroup', 'select', 'textarea', 'title', 'style', 'script']);

const isText = (child: unknown) => typeof child === 'string' || typeof child === 'number';
const isNothing = (child: unknown) => child == null || typeof child === 'boolean';

/**
 * Wraps text that is beside elements in an element of its own. A page translator replaces text nodes by elements.
 * React would then change a node that is no longer in the page (so an old total stays visible), or throw when it
 * removes it or inserts before it. A text that is alone in its element is set through that element and is safe.
 * Numbers in Lao text stay with their unit.
 */
export function wrapTextNodes<Props>(type: unknown, props: Props): Props {
  const { children } = props as { children?: ReactNode };
  const isFragment = type === Fragment;
  if (!(isFragment || (typeof type === 'string' && !PLAIN.has(type)))) return props;
  if (Array.isArray(children)) {
    const owned = wrapChildren(children, !isFragment);
    return owned === children ? props : { ...props, children: owned };
  }
  if (isFragment && isText(children)) return { ...props, children: inSpan(String(children)) };
  if (typeof children !== 'string') return props;
  const kept = keepTogether(children);
  return kept === children ? props : { ...props, children: kept };
}

/** Merges adjacent texts. No child changes its position, by which React identifies it. */
function wrapChildren(children: unknown[], mayBePlain: boolean): unknown {
  if (!children.some((child) => isText(child) || Array.isArray(child))) return children;
  if (mayBePlain && children.every((child) => isText(child) || isNothing(child))) {
    return keepTogether(children.filter(isText).join(''));
  }
  const owned = [...children];
  let start = -1;
  children.forEach((child, index) => {
    if (Array.isArray(child)) owned[index] = wrapChildren(child, false);
    else if (isText(child)) {
      if (start < 0) start = index;
      else {
        owned[start] = `${owned[start]}${child}`;
        owned[index] = null;
      }
    }
    if (!isText(child) && !isNothing(child)) start = -1;
  });
  return owned.map((child, index) =>
    isText(child) && String(child).trim() !== '' ? inSpan(String(child), index) : child,
  );
}

/** Wraps a text. Spaces at its ends stay outside, where they separate it from its neighbors. */
function inSpan(text: string, index = 0): ReactNode {
  const trimmed = text.trim();
  const start = text.indexOf(trimmed);
  const inner = keepTogether(trimmed);
  const span = jsx('span', { children: inner }, `text-${index}`);
  return inner.length === text.length
    ? span
    : [text.slice(0, start), span, text.slice(start + inner.length)];
}
