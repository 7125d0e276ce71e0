import { MessageCircle } from 'lucide-react';
import { openChat } from '@/domain/chat/chat-window';
import type { Product } from '@/shared/api/types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { Button } from '@/shared/ui/Button';

/** Opens the chat with a question about this product. */
export function AskAboutProduct({ product }: { product: Product }) {
  const t = useT();
  const { code } = useLanguage();
  const name = pickText(product.pro_name_la, product.pro_name_en, code);
  return (
    <Button
      kind="outline"
      icon={MessageCircle}
      onClick={() => openChat({ product: { pro_id: product.pro_id, name } })}
    >
      {t('chat.askProduct')}
    </Button>
  );
}
