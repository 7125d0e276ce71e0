import { Link } from '@tanstack/react-router';
import { ScanSearch } from 'lucide-react';
import { useOpenImageSearch } from '@/domain/image-search/image-search-state';
import type { HeroTile, LocalText } from '@/shared/api/types';
import { useLanguage, useLocal, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { secondName } from '@/shared/i18n/second-name';
import { buttonStyle } from '@/shared/ui/button-style';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { LogoMark } from '@/shared/ui/Logo';
import { ImageTile, type Tint } from '@/shared/ui/ResponsiveImage';
import { SiteLink } from '@/shared/ui/SiteLink';

const TINTS: (Tint | undefined)[] = ['indigo', 'leaf', 'turmeric', 'clay', undefined];

type HeroText = LocalText | null | undefined;
type HeroProps = { title: HeroText; text: HeroText; tiles: HeroTile[] };

/** The first view: what the shop is, and up to five linked images. Texts left empty are those of the interface. */
export function Hero({ title, text, tiles }: HeroProps) {
  const t = useT();
  const local = useLocal();
  const openImageSearch = useOpenImageSearch();
  return (
    <section
      className={cx(
        'grid gap-3 pt-3 lg:gap-4 lg:pt-5',
        tiles.length > 0 && 'lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
      )}
    >
      <div className="relative flex flex-col justify-center gap-3 overflow-hidden rounded-xl bg-ink px-5 pt-6 pb-5 text-on-ink lg:p-10">
        <LogoMark stroke={3.4} className="hero-roof" />
        <h1 className="hero-title relative">
          <LocalizedText>{(local(title) && title) || t('hero.title')}</LocalizedText>
        </h1>
        <p className="relative max-w-136 text-sm text-on-ink-2 lg:text-md">
          <LocalizedText>{(local(text) && text) || t('hero.text')}</LocalizedText>
        </p>
        <p className="relative mt-2 flex flex-wrap gap-2">
          <Link to="/shop" className={buttonStyle('white')}>
            {t('hero.shop')}
          </Link>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={openImageSearch}
            className={buttonStyle('ghost-on-ink')}
          >
            <Icon of={ScanSearch} />
            {t('search.byImage')}
          </button>
        </p>
      </div>
      {tiles.length > 0 && (
        <ul className="hero-tiles">
          {tiles.map((tile, index) => (
            <Tile key={tile.image} tile={tile} tint={TINTS[index]} isFirst={index === 0} />
          ))}
        </ul>
      )}
    </section>
  );
}

type TileProps = { tile: HeroTile; tint: Tint | undefined; isFirst: boolean };

function Tile({ tile: { image, title, text, href }, tint, isFirst }: TileProps) {
  const local = useLocal();
  const language = useLanguage();
  const second = secondName(title.la, title.en, language) ? { la: '', en: title.en } : text;
  return (
    <li className="relative">
      <SiteLink href={href} className="block h-full rounded-lg">
        <ImageTile
          path={image}
          alt=""
          tint={tint}
          isPriority={isFirst}
          sizes={isFirst ? '(width >= 64rem) 380px, 60vw' : '(width >= 64rem) 220px, 40vw'}
        />
        <span className="hero-tag">
          <LocalizedText>{pickText(title.la, title.en, language.code)}</LocalizedText>
          {local(second) && second && (
            <small>
              <LocalizedText>{second}</LocalizedText>
            </small>
          )}
        </span>
      </SiteLink>
    </li>
  );
}
