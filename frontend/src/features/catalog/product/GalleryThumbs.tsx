import { useT } from '@/shared/i18n/language-context';
import { ResponsiveImage } from '@/shared/ui/ResponsiveImage';

type GalleryThumbsProps = {
  images: string[];
  current: number;
  onChoose: (index: number) => void;
};

export function GalleryThumbs({ images, current, onChoose }: GalleryThumbsProps) {
  const t = useT();
  return (
    <ul className="no-scrollbar -m-1 mt-1 flex gap-2 overflow-x-auto p-1">
      {images.map((path, index) => (
        <li key={path} className="flex-none">
          <button
            type="button"
            onClick={() => onChoose(index)}
            aria-label={t('product.imageOf', { index: index + 1, total: images.length })}
            aria-current={index === current || undefined}
            className="image-tile gallery-thumb block w-14 rounded-sm! lg:w-21"
          >
            <ResponsiveImage path={path} alt="" sizes="84px" upTo={320} />
          </button>
        </li>
      ))}
    </ul>
  );
}
