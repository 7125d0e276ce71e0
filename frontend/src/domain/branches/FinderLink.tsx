import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatFinderHash } from './finder-hash';

type FinderLinkProps = {
  className?: string;
  onHint?: () => void;
  /** Called on a click, to close the panel that has the link. */
  onFollow?: () => void;
  children: ReactNode;
};

/** Link that opens the branch finder over the page. */
export function FinderLink({ className, onHint, onFollow, children }: FinderLinkProps) {
  return (
    <Link
      to="."
      search={true}
      hash={formatFinderHash()}
      state={{ finder: true }}
      resetScroll={false}
      hashScrollIntoView={false}
      aria-haspopup="dialog"
      onPointerEnter={onHint}
      onFocus={onHint}
      onClick={onFollow}
      className={className}
    >
      {children}
    </Link>
  );
}
