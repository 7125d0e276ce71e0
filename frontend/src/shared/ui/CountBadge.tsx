import { useEffect, useRef, useState } from 'react';

/** The round count on a button: `99+` at most, nothing at 0; it bumps once when something came in. */
export function CountBadge({ count }: { count: number }) {
  const last = useRef(count);
  const [bumps, setBumps] = useState(0);

  useEffect(() => {
    if (count > last.current) setBumps((times) => times + 1);
    last.current = count;
  }, [count]);

  if (count === 0) return null;
  return (
    <span key={bumps} data-bump={bumps > 0 || undefined} aria-hidden className="counter">
      {count > 99 ? '99+' : count}
    </span>
  );
}
