import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { categoriesQuery } from '@/shared/api/site-queries';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile, type Tint } from '@/shared/ui/ResponsiveImage';

const TINTS: Tint[] = ['clay', 'leaf', 'turmeric', 'indigo'];

type AccountFrameProps = { title: string; text: string; children: ReactNode };

/** Frame of the login and registration pages: one narrow column above four images of the shop. */
export function AccountFrame({ title, text, children }: AccountFrameProps) {
  const categories = useSuspenseQuery(categoriesQuery).data.data;
  return (
    <div className="wrap max-w-115! py-8">
      <h1 className="text-xl lg:text-2xl">
        <LocalizedText>{title}</LocalizedText>
      </h1>
      <p className="mb-5 text-sm text-text-3">
        <LocalizedText>{text}</LocalizedText>
      </p>
      {children}
      <div aria-hidden className="mt-6 grid grid-cols-4 gap-2">
        {TINTS.map((tint, index) => (
          <ImageTile
            key={tint}
            path={categories[index]?.cat_img ?? null}
            alt=""
            sizes="100px"
            tint={tint}
          />
        ))}
      </div>
    </div>
  );
}
