import { useQuery } from '@tanstack/react-query';
import { FileText, Folder, FolderUp } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { Skeleton } from '@/shared/ui/Skeleton';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { ImageDrop } from '../upload/ImageDrop';
import { mediaFolderQuery } from './content-api';

type MediaDialogProps = {
  type: 'image' | 'document';
  folder: string;
  onChoose: (path: string) => void;
  onClose: () => void;
};

/** Dialog with the folders of the shop's images and documents, in which images can also be uploaded. */
export function MediaDialog({ type, folder: first, onChoose, onClose }: MediaDialogProps) {
  const t = useT();
  const [folder, setFolder] = useState(first);
  const [name, setName] = useState('');
  const { data, error, isPending, refetch } = useQuery(mediaFolderQuery(folder, name));
  const isDocument = (path: string) => path.toLowerCase().endsWith('.pdf');
  const files = data?.files.filter((path) => isDocument(path) === (type === 'document')) ?? [];
  const open = (next: string) => {
    setFolder(next);
    setName('');
  };
  return (
    <OfficeDialog isOpen onClose={onClose} title={t('office.content.media.title')}>
      <div className="office-dialog o-media">
        {type === 'image' && <ImageDrop onUploaded={onChoose} />}
        <input
          type="search"
          className="o-field"
          aria-label={t('office.content.media.search')}
          placeholder={t('office.content.media.search')}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <nav aria-label={t('office.content.media.folders')} className="o-row o-wrap">
          {folder !== '' && (
            <OfficeButton
              icon={FolderUp}
              onClick={() => open(folder.split('/').slice(0, -1).join('/'))}
            >
              {folder}
            </OfficeButton>
          )}
          {data?.folders.map((below) => (
            <OfficeButton
              key={below}
              icon={Folder}
              onClick={() => open(folder === '' ? below : `${folder}/${below}`)}
            >
              {below}
            </OfficeButton>
          ))}
        </nav>
        {isPending && <Skeleton className="h-40" />}
        {error && !data && (
          <p role="alert">
            {errorText(t, error) ?? t('office.content.media.noFolder')}{' '}
            <OfficeButton kind="link" onClick={() => void refetch()}>
              {t('action.retry')}
            </OfficeButton>
            <OfficeButton kind="link" onClick={() => open('')}>
              {t('office.content.media.folders')}
            </OfficeButton>
          </p>
        )}
        {data && files.length === 0 && <p className="o-muted">{t('office.content.media.none')}</p>}
        <ul className="o-media-grid">
          {files.map((path) => (
            <li key={path}>
              <button type="button" onClick={() => onChoose(path)}>
                {type === 'image' ? (
                  <ImageTile path={path} alt="" sizes="120px" upTo={160} />
                ) : (
                  <Icon of={FileText} size="l" />
                )}
                <small>
                  <Ltr>{path.split('/').at(-1)}</Ltr>
                </small>
              </button>
            </li>
          ))}
        </ul>
        {data?.has_more && <p className="o-note">{t('office.content.media.more')}</p>}
      </div>
    </OfficeDialog>
  );
}
