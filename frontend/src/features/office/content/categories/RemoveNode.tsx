import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../../OfficeButton';
import { productCountQuery } from '../../staff-products-api';

type RemoveNodeProps = {
  name: string;
  products: { category?: number; group?: number };
  isSaved: boolean;
  onRemove: () => void;
};

/** Link to the products of a category or group, and the button that removes it when it has none. */
export function RemoveNode({ name, products, isSaved, onRemove }: RemoveNodeProps) {
  const t = useT();
  const [isRefused, setRefused] = useState(false);
  const { data: saved } = useQuery({ ...productCountQuery(products), enabled: isSaved });
  const count = isSaved ? saved : 0;
  return (
    <div className="o-row o-wrap">
      {isSaved && count !== undefined && (
        <Link to="/staff/products" search={products as never} className="o-btn" data-kind="link">
          {t('office.content.category.products', { count })}
        </Link>
      )}
      <OfficeButton
        kind="danger-outline"
        icon={Trash2}
        disabled={count === undefined}
        onClick={() => (count === 0 ? onRemove() : setRefused(true))}
      >
        {t('office.content.takeOut', { item: name })}
      </OfficeButton>
      {isRefused && count !== undefined && count > 0 && (
        <p role="alert" className="o-small text-err">
          {t('office.content.category.notEmpty', { count, name })}
        </p>
      )}
    </div>
  );
}
