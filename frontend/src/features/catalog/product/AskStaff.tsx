import { MessageCircle } from 'lucide-react';
import type { Product } from '@/api/types';
import { useLanguage, useT } from '@/language/context';
import { pickText } from '@/language/pick';
import { openChat } from '@/talk/window';
import { Button } from '@/ui/Button';

/** Opens the chat with a question about this product. */
export function AskStaff({ product }: { product: Product }) {
  const t = useT();
  const { code } = useLanguage();
  const name = pickText(product.pro_name_la, product.pro_name_en, code);
  return (
    <Button
      kind="outline"
      icon={MessageCircle}
      onClick={() => openChat({ product: { pro_id: product.pro_id, name } })}
    >
      {t('talk.askProduct')}
    </Button>
  );
}
