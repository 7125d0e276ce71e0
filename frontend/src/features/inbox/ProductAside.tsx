import { useQuery } from '@tanstack/react-query';
import { Price } from '@/domain/catalog/Price';
import { StockNote } from '@/domain/catalog/StockNote';
import { productIdOf } from '@/domain/chat/link-text';
import { chatProductQuery } from '@/domain/chat/MessageProductCard';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import type { ChatMessage } from '@/shared/live/live-events';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SiteLink } from '@/shared/ui/SiteLink';

/** Product that the conversation was last about, beside it on wide screens. */
export function ProductAside({ messages }: { messages: readonly ChatMessage[] }) {
  const t = useT();
  const { code } = useLanguage();
  const url = messages.findLast(({ smstype }) => smstype === 'deeplink')?.url ?? '';
  const id = productIdOf(url);
  const product = useQuery({ ...chatProductQuery(id ?? ''), enabled: id !== null }).data?.data;
  const unit = product ? pickText(product.unit_name_la, product.unit_name_en, code) : '';
  return (
    <aside
      aria-label={t('staff.asked')}
      className="overflow-y-auto border-s border-line p-5 max-2xl:hidden"
    >
      <h2 className="mb-2 text-sm">{t('staff.asked')}</h2>
      {product ? (
        <SiteLink href={`/shop/${product.pro_id}`} className="grid gap-2">
          <ImageTile path={product.pro_img_cover} alt="" sizes="240px" upTo={480} />
          <span className="text-sm font-medium">
            <LocalizedText>
              {pickText(product.pro_name_la, product.pro_name_en, code)}
            </LocalizedText>
          </span>
          <Price price={product.price} originalPrice={product.product_price1} unit={unit} />
          <StockNote product={product} unit={unit} />
        </SiteLink>
      ) : (
        <p className="text-sm text-text-3">
          <LocalizedText>{t('staff.noneAsked')}</LocalizedText>
        </p>
      )}
    </aside>
  );
}
