import { FolderOpen, ImageIcon, X } from 'lucide-react';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import type { EditControl } from '../product/EditField';
import { MediaDialog } from './MediaDialog';

type MediaInputProps = {
  type: 'image' | 'document';
  control: EditControl;
  value: unknown;
  onChange: (value: string) => void;
};

/** Field for an image or document, chosen from the shop's folders. */
export function MediaInput({ type, control, value, onChange }: MediaInputProps) {
  const t = useT();
  const [isChoosing, setChoosing] = useState(false);
  const path = String(value ?? '');
  return (
    <div className="o-row o-wrap">
      {type === 'image' && path && (
        <ImageTile path={path} alt="" sizes="96px" upTo={160} tileClassName="o-media-thumb" />
      )}
      <OfficeButton
        id={control.id}
        aria-describedby={control['aria-describedby']}
        icon={type === 'image' ? ImageIcon : FolderOpen}
        onClick={() => setChoosing(true)}
      >
        {t(path ? 'office.content.media.change' : 'office.content.media.choose')}
      </OfficeButton>
      {path && (
        <>
          <small className="o-note o-media-path">
            <Ltr>{path}</Ltr>
          </small>
          {type === 'image' && (
            <OfficeIconButton
              icon={X}
              label={t('office.content.media.remove')}
              onClick={() => onChange('')}
            />
          )}
        </>
      )}
      {isChoosing && (
        <MediaDialog
          type={type}
          folder={folderOf(path, type)}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            onChange(chosen);
            setChoosing(false);
          }}
        />
      )}
    </div>
  );
}

/** Folder of a file; without a file, the folder of the banners or documents. */
function folderOf(path: string, type: MediaInputProps['type']): string {
  const folder = path.split('/').slice(0, -1).join('/');
  return folder || (type === 'image' ? 'banners' : 'documents');
}
