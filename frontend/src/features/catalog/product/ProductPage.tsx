import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { stockLevel } from '@/domain/catalog/stock-level';
import { HeartButton } from '@/domain/wishlist/HeartButton';
import { companyQuery } from '@/shared/api/site-queries';
import type { ProductDetail } from '@/shared/api/types';
import { usePageTitle } from '@/shared/head/page-title';
import { useIsHydrating } from '@/shared/hydration/hydration-state';
import { useLanguage, useLocal, useT } from '@/shared/i18n/language-context';
import { unitName } from '@/shared/i18n/second-name';
import { Breadcrumbs } from '@/shared/ui/Breadcrumbs';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { brandSlug } from '../brand-slug';
import { productQuery } from '../catalog-queries';
import { AskAboutProduct } from './AskAboutProduct';
import { BuyBox } from './BuyBox';
import { Gallery } from './Gallery';
import { PriceBlock } from './PriceBlock';
import { clubPoints, paragraphs, productImages, productNames } from './product-rules';
import { RelatedProducts } from './RelatedProducts';
import { ServiceBox } from './ServiceBox';
import { SpecTable } from './SpecTable';
import { StockAndPoints } from './StockAndPoints';
import { useProductBreadcrumbs } from './use-product-breadcrumbs';

const ViewedProducts = lazy(() =>
  import('./ViewedProducts').then((module) => ({ default: module.ViewedProducts })),
);

const route = getRouteApi('/shop/$proId');

export function ProductPage() {
  const { proId } = route.useParams();
  const product = useSuspenseQuery(productQuery(proId)).data.data;
  return <ProductView key={proId} product={product} />;
}

function ProductView({ product }: { product: ProductDetail }) {
  const t = useT();
  const { code } = useLanguage();
  const [quantity, setQuantity] = useState(1);
  const isHydrating = useIsHydrating();
  const kipPerPoint = useQuery(companyQuery).data?.data.points_per_kip;
  const { name, other } = productNames(product, code);
  const unit = unitName(product);
  const about = useLocal()({ la: product.description_la, en: product.description_en });
  const description = paragraphs(about);
  const level = stockLevel(product);
  const total = level === 'in' || level === 'low' ? (product.price ?? 0) * quantity : null;
  usePageTitle(name.text, {
    description: description[0],
    image: product.pro_img_cover || undefined,
  });

  return (
    <>
      <div className="wrap">
        <Breadcrumbs trail={useProductBreadcrumbs(product)} current={name.text} />
        <div className="grid grid-cols-1 gap-5 split:grid-cols-2 split:items-start split:gap-6 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-12">
          <Gallery
            images={productImages(product)}
            name={name.text}
            corner={<HeartButton product={product} isFloating />}
          />
          <div className="flex flex-col gap-4">
            <div>
              {product.brand && (
                <Link
                  to="/by-{$name}"
                  params={{ name: brandSlug(product.brand) }}
                  className="relative inline-block max-w-full rounded-xs text-xs leading-6 font-semibold before:absolute before:-inset-y-2.5 before:inset-x-0 text-text-3 hover:text-link"
                >
                  {product.brand}
                </Link>
              )}
              <h1 lang={name.lang} className="text-xl lg:text-2xl">
                <LocalizedText>{name.text}</LocalizedText>
              </h1>
              {other && (
                <p lang={other.lang} className="text-sm text-text-3">
                  <LocalizedText>{other.text}</LocalizedText>
                </p>
              )}
            </div>
            <PriceBlock product={product} unit={unit} />
            <StockAndPoints
              product={product}
              unit={unit}
              points={clubPoints(total ?? 0, kipPerPoint)}
            />
            <BuyBox
              product={product}
              code={String(product.attributes.sku ?? product.pro_id)}
              quantity={quantity}
              total={total ?? 0}
              onQuantity={setQuantity}
            />
            <ServiceBox total={total} attributes={product.attributes} />
            <AskAboutProduct product={product} />
            {description.length > 0 && (
              <section className="mt-2">
                <h2 className="mb-1 text-lg">{t('product.about')}</h2>
                {description.map((text) => (
                  <p key={text} className="mb-3 text-text-2">
                    <LocalizedText>
                      {about === product.description_en ? { la: '', en: text } : text}
                    </LocalizedText>
                  </p>
                ))}
              </section>
            )}
            <section>
              <h2 className="text-lg">{t('product.details')}</h2>
              <SpecTable product={product} unit={unit} />
            </section>
          </div>
        </div>
      </div>
      <RelatedProducts product={product} />
      {!isHydrating && (
        <Suspense>
          <ViewedProducts proId={product.pro_id} />
        </Suspense>
      )}
    </>
  );
}
