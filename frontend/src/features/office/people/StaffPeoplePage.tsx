import '../styles/office-orders.css';
import '../styles/office-people.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { useBranchChoices } from '../branch-names';
import { ChoicesNote } from '../ChoicesNote';
import { ListFailed } from '../ListFailed';
import { ListNotices } from '../ListNotices';
import { ListSkeleton } from '../ListSkeleton';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import { OlderButton } from '../OlderButton';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { useStaff } from '../staff-access';
import { AddedPersonPanel } from './AddedPersonPanel';
import { AddPersonDialog } from './AddPersonDialog';
import { PeopleList } from './PeopleList';
import { PeopleViews } from './PeopleViews';
import { PersonDialog, type PersonTask } from './PersonDialog';
import { RightsPanel } from './RightsPanel';
import { type AddedPerson, staffPeopleQuery } from './staff-people-api';

/** Page of the members of staff and their roles. */
export function StaffPeoplePage() {
  const t = useT();
  const ownId = useStaff()?.account.cus_id;
  const list = useInfiniteQuery(staffPeopleQuery);
  const { data, hasNextPage: hasMore, fetchNextPage } = list;
  const people = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  const { list: branchList } = useBranchChoices();
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<AddedPerson | null>(null);
  const [task, setTask] = useState<PersonTask | null>(null);
  useOfficeTitle(t('office.people'));
  const add = () => setAdding(true);
  return (
    <>
      <OfficeTop title={t('office.people')}>
        <OfficeButton
          kind="primary"
          icon={UserPlus}
          aria-haspopup="dialog"
          onClick={add}
          className="max-lg:hidden"
        >
          {t('office.person.add')}
        </OfficeButton>
        <OfficeIconButton
          icon={UserPlus}
          label={t('office.person.add')}
          aria-haspopup="dialog"
          onClick={add}
          className="lg:hidden"
        />
      </OfficeTop>
      <div className="o-body">
        <PeopleViews here="people" count={hasMore ? undefined : people?.length} />
        <ListNotices isFailing={list.isRefetchError} updatedAt={list.dataUpdatedAt} />
        <div className="o-page o-stack">
          {added && <AddedPersonPanel added={added} onDone={() => setAdded(null)} />}
          {list.isPending && (
            <div className="o-panel">
              <ListSkeleton count={4} />
            </div>
          )}
          {list.isError && !list.data && (
            <ListFailed error={list.error} onRetry={() => void list.refetch()} />
          )}
          {people && (
            <div>
              <PeopleList people={people} ownId={ownId} onTask={setTask} />
              <ChoicesNote list={branchList} isLoadingShown={false} />
            </div>
          )}
          {hasMore && (
            <div>
              <OlderButton
                query={list}
                label={t('office.person.more')}
                failed={t('office.person.moreFailed')}
                onMore={() => void fetchNextPage()}
              />
            </div>
          )}
          {!list.isPending && <RightsPanel />}
        </div>
      </div>
      <AddPersonDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onAdded={(person) => {
          setAdding(false);
          setAdded(person);
        }}
      />
      <PersonDialog
        task={task}
        isOwn={task?.person.cus_id === ownId}
        onClose={() => setTask(null)}
        onAskRemove={(person) => setTask({ kind: 'remove', person })}
      />
    </>
  );
}
