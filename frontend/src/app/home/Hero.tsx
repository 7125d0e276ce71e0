import { Link } from '@tanstack/react-router';
import { ScanSearch } from 'lucide-react';
import { useOpenImageSearch } from '@/domain/image-search/image-search-state';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { buttonStyle } from '@/shared/ui/button-style';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { LogoMark } from '@/shared/ui/Logo';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import type { HeroTile } from './hero-tiles';

export function Hero({ tiles }: { tiles: HeroTile[] }) {
  const t = useT();
  const openPhotoSearch = useOpenImageSearch();
  return (
    <section
      className={cx(
        'grid gap-3 pt-3 lg:gap-4 lg:pt-5',
        tiles.length > 0 && 'lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
      )}
    >
      <div className="relative flex flex-col justify-center gap-3 overflow-hidden rounded-xl bg-ink px-5 pt-6 pb-5 text-on-ink lg:p-10">
        <LogoMark stroke={3.4} className="hero-roof" />
        <h1 className="hero-title relative">{t('hero.title')}</h1>
        <p className="relative max-w-136 text-sm text-on-ink-2 lg:text-md">
          <LocalizedText>{t('hero.text')}</LocalizedText>
        </p>
        <p className="relative mt-2 flex flex-wrap gap-2">
          <Link to="/shop" className={buttonStyle('white')}>
            {t('hero.shop')}
          </Link>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={openPhotoSearch}
            className={buttonStyle('ghost-on-ink')}
          >
            <Icon of={ScanSearch} />
            {t('search.byPhoto')}
          </button>
        </p>
      </div>
      {tiles.length > 0 && (
        <ul className="hero-tiles">
          {tiles.map((tile, index) => (
            <Tile key={tile.category.cat_id} tile={tile} isFirst={index === 0} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Tile({ tile: { category, image, tint }, isFirst }: { tile: HeroTile; isFirst: boolean }) {
  const t = useT();
  const { code } = useLanguage();
  return (
    <li className="relative">
      <Link to="/shop" search={{ category: category.cat_id }} className="block h-full rounded-lg">
        <ImageTile
          path={image}
          alt=""
          tint={tint}
          isPriority={isFirst}
          sizes={isFirst ? '(width >= 64rem) 380px, 60vw' : '(width >= 64rem) 220px, 40vw'}
        />
        <span className="hero-tag">
          <LocalizedText>
            {pickText(category.cat_name_la, category.cat_name_en, code)}
          </LocalizedText>
          {isFirst && <small>{t('product.count', { count: category.product_count })}</small>}
        </span>
      </Link>
    </li>
  );
}
