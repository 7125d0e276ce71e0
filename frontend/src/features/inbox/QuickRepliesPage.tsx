import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { authFetch } from '@/shared/api/auth';
import type { Envelope } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { Button, IconButton } from '@/shared/ui/Button';
import { ConfirmBar } from '@/shared/ui/ConfirmBar';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ErrorState } from '@/shared/ui/PageStates';
import { Skeleton } from '@/shared/ui/Skeleton';
import { toast } from '@/shared/ui/toast';
import { QUICK_REPLIES, type QuickReply, quickRepliesQuery } from './inbox-queries';
import { PageFrame } from './PageFrame';
import { QuickReplyForm } from './QuickReplyForm';

type Change = {
  method: 'POST' | 'PUT' | 'DELETE';
  id?: number;
  body?: { title: string; text: string };
};

/** Page for adding, changing and deleting quick replies, which all of the staff share. */
export function QuickRepliesPage() {
  const t = useT();
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(quickRepliesQuery);
  const [editing, setEditing] = useState<number | 'new' | null>(null);
  const [deleting, setDeleting] = useState<number | null>(null);
  const change = useMutation({
    mutationFn: ({ method, id, body }: Change) =>
      authFetch<Envelope<QuickReply[]>>(id ? `${QUICK_REPLIES}/${id}` : QUICK_REPLIES, {
        method,
        body,
      }),
    onSuccess: (list) => {
      client.setQueryData(quickRepliesQuery.queryKey, list);
      setEditing(null);
      setDeleting(null);
    },
    onError: () => toast.error(t('form.failed')),
  });
  const replies = data?.data ?? [];
  return (
    <PageFrame title={t('staff.replies')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <p className="mb-3 text-sm text-text-2">
        <LocalizedText>{t('staff.repliesText')}</LocalizedText>
      </p>
      {isPending && (
        <div role="status" aria-label={t('state.loading')} className="mb-4">
          <Skeleton className="h-16" />
        </div>
      )}
      <ul className="mb-4 grid gap-2">
        {replies.map(({ quick_reply_id: id, title, text }) => (
          <li key={id} className="rounded-lg p-3 inset-ring inset-ring-line">
            {editing === id ? (
              <QuickReplyForm
                first={{ title, text }}
                isBusy={change.isPending}
                onSave={(body) => change.mutate({ method: 'PUT', id, body })}
                onCancel={() => setEditing(null)}
              />
            ) : (
              <div className="flex items-start gap-1">
                <div className="min-w-0 flex-1">
                  <h3 className="text-sm font-semibold">
                    <LocalizedText>{title}</LocalizedText>
                  </h3>
                  <p className="text-sm whitespace-pre-wrap text-text-2">
                    <LocalizedText>{text}</LocalizedText>
                  </p>
                </div>
                <IconButton
                  icon={Pencil}
                  label={t('staff.editReply', { title })}
                  onClick={() => setEditing(id)}
                />
                <IconButton
                  icon={Trash2}
                  label={t('staff.deleteReply', { title })}
                  onClick={() => setDeleting(id)}
                />
              </div>
            )}
            {deleting === id && (
              <ConfirmBar
                question={t('staff.deleteReply', { title })}
                isBusy={change.isPending}
                onConfirm={() => change.mutate({ method: 'DELETE', id })}
                onCancel={() => setDeleting(null)}
              />
            )}
          </li>
        ))}
      </ul>
      {editing === 'new' ? (
        <QuickReplyForm
          first={{ title: '', text: '' }}
          isBusy={change.isPending}
          onSave={(body) => change.mutate({ method: 'POST', body })}
          onCancel={() => setEditing(null)}
        />
      ) : (
        <Button icon={Plus} kind="soft" onClick={() => setEditing('new')}>
          {t('staff.addReply')}
        </Button>
      )}
    </PageFrame>
  );
}
