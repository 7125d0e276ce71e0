import { useEffect, useRef, useState } from 'react';

/** Count badge of a button: at most `99+`, nothing at 0. It is animated when the count increases. */
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
