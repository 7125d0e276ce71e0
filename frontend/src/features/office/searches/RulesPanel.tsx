import { useQuery } from '@tanstack/react-query';
import { Ban, Pin, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useNow } from '@/shared/hooks/use-now';
import { Badge } from '@/shared/ui/Badge';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { EmptyState } from '@/shared/ui/PageStates';
import { ListFailed } from '../ListFailed';
import { ListNotices } from '../ListNotices';
import { ListSkeleton } from '../ListSkeleton';
import { OfficeButton } from '../OfficeButton';
import { fullMoment, shortMoment } from '../office-dates';
import { useOffice } from '../use-office-format';
import { rulesQuery, type SearchRuleKind } from './staff-searches-api';
import { useSearchChange } from './use-search-change';

const CLOCK_MS = 60_000;
const MAX_TEXT_LENGTH = 200;

/** Panel of searches that are pinned to the popular ones or blocked from them. */
export function RulesPanel() {
  const { t, language } = useOffice();
  const list = useQuery(rulesQuery);
  const now = useNow(CLOCK_MS);
  const change = useSearchChange();
  if (list.isPending) return <ListSkeleton />;
  if (!list.data) return <ListFailed error={list.error} onRetry={() => void list.refetch()} />;
  const former = (text: string) =>
    list.data.find((rule) => rule.text.toLowerCase() === text.toLowerCase())?.action ?? null;
  return (
    <>
      <RuleForm
        isRunning={change.running !== null}
        onSet={(text, kind) => void change.set(text, kind, former(text))}
      />
      <ListNotices isFailing={list.isError} updatedAt={list.dataUpdatedAt} />
      {list.data.length === 0 ? (
        <div className="flex-1">
          <EmptyState
            icon={Pin}
            title={t('office.searches.noRules')}
            text={t('office.searches.noRulesText')}
          />
        </div>
      ) : (
        <ul aria-label={t('office.searches.rules')} className="o-scroll">
          {list.data.map((rule) => (
            <li key={rule.text} className="o-message">
              <b className="font-semibold wrap-anywhere">
                <LocalizedText>{rule.text}</LocalizedText>
              </b>
              <div className="o-message-text">
                <span className="o-row o-wrap">
                  {rule.action === 'pin' ? (
                    <Badge kind="ok">{t('office.searches.isPinned')}</Badge>
                  ) : (
                    <Badge kind="err">{t('office.searches.isBlocked')}</Badge>
                  )}
                  {rule.action === 'pin' && !rule.has_result && (
                    <Badge kind="warn">{t('office.searches.pinnedUseless')}</Badge>
                  )}
                </span>
                <span className="o-small o-muted">
                  <LocalizedText>{rule.created_by || t('office.staff')}</LocalizedText>
                  {' · '}
                  <time dateTime={rule.created_at} title={fullMoment(rule.created_at, language)}>
                    {shortMoment(rule.created_at, now, language)}
                  </time>
                </span>
              </div>
              <div className="o-message-end">
                <OfficeButton
                  kind="quiet"
                  icon={X}
                  isLoading={change.running === rule.text}
                  aria-label={t('office.searches.freeOne', { text: rule.text })}
                  onClick={() => void change.free(rule.text, rule.action)}
                >
                  {t('office.searches.free')}
                </OfficeButton>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type RuleFormProps = {
  isRunning: boolean;
  onSet: (text: string, kind: SearchRuleKind) => void;
};

function RuleForm({ isRunning, onSet }: RuleFormProps) {
  const { t } = useOffice();
  const id = useId();
  const [text, setText] = useState('');
  const set = (kind: SearchRuleKind) => {
    if (text.trim() === '') return;
    onSet(text.trim(), kind);
    setText('');
  };
  const isDisabled = text.trim() === '' || isRunning;
  return (
    <form
      className="o-row o-wrap px-4 py-3 lg:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        set('pin');
      }}
    >
      <label htmlFor={id} className="sr-only">
        {t('office.column.searched')}
      </label>
      <span className="o-input min-w-40 flex-1 lg:max-w-100">
        <input
          id={id}
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={MAX_TEXT_LENGTH}
          placeholder={t('office.column.searched')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </span>
      <OfficeButton type="submit" icon={Pin} disabled={isDisabled}>
        {t('office.searches.pin')}
      </OfficeButton>
      <OfficeButton icon={Ban} disabled={isDisabled} onClick={() => set('block')}>
        {t('office.searches.block')}
      </OfficeButton>
    </form>
  );
}
