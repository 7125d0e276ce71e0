import { ArrowLeft, ArrowRight, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { toast } from '@/shared/ui/toast';
import { OfficeIconButton } from '../OfficeButton';
import { ImageDrop } from '../upload/ImageDrop';
import { EditPanel } from './EditPanel';
import { movedTo } from './moved-to';
import type { ProductFormEditor } from './use-product-form';

/** Panel with the product's images, main image first. They are moved by dragging or buttons; new ones are uploaded. */
export function ImagesPanel({ editor }: { editor: ProductFormEditor }) {
  const t = useT();
  const [dragged, setDragged] = useState<string | null>(null);
  const { images } = editor.form;
  const move = (path: string, to: number) => editor.set('images', movedTo(images, path, to));
  const takeOut = (path: string, at: number) => {
    editor.set(
      'images',
      images.filter((one) => one !== path),
    );
    toast.info(t('office.product.takenOut', { number: at + 1 }), {
      action: { label: t('office.undo'), onClick: () => editor.addImage(path, at) },
    });
  };
  return (
    <EditPanel
      title={t('office.product.images')}
      aside={<span className="o-note">{t('office.product.drag')}</span>}
    >
      {images.length === 0 && <p className="o-muted">{t('office.product.noImages')}</p>}
      <ol className="o-images">
        {images.map((path, index) => {
          const number = index + 1;
          const isMain = index === 0;
          return (
            <li
              key={path}
              draggable
              data-main={isMain || undefined}
              data-dragged={path === dragged || undefined}
              onDragStart={(event) => {
                setDragged(path);
                event.dataTransfer.effectAllowed = 'move';
              }}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged) event.preventDefault();
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged) move(dragged, index);
              }}
            >
              <ImageTile
                path={path}
                alt={t('office.product.image', { number })}
                sizes="96px"
                upTo={160}
              />
              <span className="o-note">{isMain ? t('office.product.mainImage') : number}</span>
              <span className="o-image-actions">
                {isMain ? null : (
                  <OfficeIconButton
                    icon={Star}
                    label={t('office.product.makeMain', { number })}
                    onClick={() => move(path, 0)}
                  />
                )}
                <OfficeIconButton
                  icon={ArrowLeft}
                  label={t('office.product.earlier', { number })}
                  disabled={isMain}
                  onClick={() => move(path, index - 1)}
                />
                <OfficeIconButton
                  icon={ArrowRight}
                  label={t('office.product.later', { number })}
                  disabled={number === images.length}
                  onClick={() => move(path, index + 1)}
                />
                <OfficeIconButton
                  icon={Trash2}
                  label={t('office.product.takeOut', { number })}
                  onClick={() => takeOut(path, index)}
                />
              </span>
            </li>
          );
        })}
      </ol>
      <ImageDrop isMany onUploaded={(path) => editor.addImage(path)} />
    </EditPanel>
  );
}
