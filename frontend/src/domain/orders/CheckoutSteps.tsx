import { Link } from '@tanstack/react-router';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';

/** Progress indicator of a purchase: cart, checkout, done. */
export function CheckoutSteps({ step }: { step: 2 | 3 }) {
  const t = useT();
  const names = [t('cart.title'), t('steps.checkout'), t('steps.done')];
  return (
    <ol className="flex gap-1.5 pt-3 pb-3 text-xs font-semibold">
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index + 1 === step ? 'step' : undefined}
          className={cx(
            'flex-1 border-t-3 pt-1.5',
            index < step ? 'border-action text-link' : 'border-line text-text-3',
          )}
        >
          {index === 0 && step === 2 ? (
            <Link to="/cart" className="relative block after:absolute after:inset-[-12px_0]">
              1. {name}
            </Link>
          ) : (
            `${index + 1}. ${name}`
          )}
        </li>
      ))}
    </ol>
  );
}
