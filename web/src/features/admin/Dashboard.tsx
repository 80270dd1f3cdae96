import { useEffect, useEffectEvent, useMemo } from 'react'
import { unlessOffline } from '../../shared/api/api-error.ts'
import { useLive } from '../../shared/api/use-live.ts'
import { businessToday } from '../../shared/config/business-time.ts'
import { fireTasksUpdated } from '../../shared/task/tasks-updated.ts'
import { PanelMissing } from '../../shared/ui/Dialog.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../shared/ui/lazy-part.tsx'
import { ErrorState, StaleNotice } from '../../shared/ui/stand-ins.tsx'
import { TabPanel } from '../../shared/ui/Tabs.tsx'
import { useCompanies, useRefreshCompanies } from './api/companies.ts'
import { DashboardHeader } from './components/DashboardHeader.tsx'
import { DashboardSkeleton } from './components/DashboardSkeleton.tsx'
import { TABS_NAME, TabRow } from './components/TabRow.tsx'
import styles from './Dashboard.module.css'
import { TabContent } from './tabs/TabContent.tsx'
import { tabsWithCounts } from './tabs.ts'
import { allTasks } from './task-lists.ts'
import { toast } from './toasts.ts'
import { FAILED, useLoadFailure } from './use-load-failure.ts'
import { usePlace } from './use-place.ts'

// What opens over the tabs comes in bundles of its own: the form is a good part of the page's weight.
const TaskPanel = lazyPart(() => import('./task/TaskPanel.tsx'), { missing: PanelMissing })
const CompanyPanel = lazyPart(() => import('./components/CompanyPanel.tsx'), { missing: PanelMissing })
const NewTask = lazyPart(() => import('./create/NewTask.tsx'), { missing: PanelMissing })
const Account = lazyPart(() => import('./account/Account.tsx'), { missing: PanelMissing })
const panels = [TaskPanel, CompanyPanel, NewTask, Account]

/** All companies and their tasks, in tabs; kept fresh by whatever happens to them. */
export function Dashboard() {
  const { tab, openedTask, openedCompany, newTaskFor, account, close, drop } = usePlace()
  const companies = useCompanies()
  const refresh = useRefreshCompanies()
  const today = businessToday()
  const list = companies.data?.list
  const all = useMemo(() => list && allTasks(list), [list])
  const tabs = tabsWithCounts(all, today)

  useLive('admin', ({ companyProfileId }) => fireTasksUpdated(companyProfileId ?? undefined))
  useLoadFailure(companies)
  useLoadedWhenIdle(panels)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a tab is what asks for fresh counts
  useEffect(() => void refresh(), [tab])

  const task = all?.find((listed) => String(listed.task.taskId) === openedTask)
  const company = list?.find((listed) => listed.company._id === openedCompany)?.company
  const newTaskCompany = list?.find((listed) => listed.company._id === newTaskFor)?.company

  const missing = openedTask && !task ? 'Task' : (openedCompany && !company) || (newTaskFor && !newTaskCompany) ? 'Company' : undefined
  const isMissing = companies.isSuccess && !companies.isFetching && missing !== undefined
  const sayMissing = useEffectEvent(() => {
    toast.failed(`${missing} not found`)
    drop()
  })
  useEffect(() => {
    if (isMissing) sayMissing()
  }, [isMissing])

  return (
    <div className={styles.shell}>
      <DashboardHeader tabs={tabs} selected={tab}>
        <TabRow tabs={tabs} selected={tab} />
      </DashboardHeader>
      <main className={styles.content}>
        <TabPanel name={TABS_NAME} id={tab}>
          {companies.isPending && <DashboardSkeleton />}
          {companies.isLoadingError && (
            <ErrorState
              message={unlessOffline(companies.error, FAILED)}
              busy={companies.isFetching}
              onRetry={() => void companies.refetch()}
            />
          )}
          <StaleNotice query={companies} />
          {list && all && <TabContent tab={tab} companies={list} all={all} today={today} />}
          {companies.data?.isWhole === false && (
            <p className={styles.note}>There are more companies than this page loads; the newest are missing.</p>
          )}
          {list?.some(({ restOfTasks }) => restOfTasks) && (
            <p className={styles.note}>A company has more tasks than this page loads; its oldest are missing.</p>
          )}
        </TabPanel>
      </main>
      {task && <TaskPanel key={task.task._id} {...task} canLaunch={tab === 'launch'} onClose={close} />}
      {company && <CompanyPanel company={company} onClose={close} />}
      {newTaskCompany && <NewTask company={newTaskCompany} onClose={close} />}
      {account && <Account part={account} onClose={close} />}
    </div>
  )
}
