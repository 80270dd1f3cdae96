import { brand } from '@app/contracts/brand.ts'
import type { CompanyTasks } from '@app/contracts/http/all-companies.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { isOffline, isStatus, OFFLINE, unlessOffline } from '../../shared/api/api-error.ts'
import { useLive } from '../../shared/api/live-in-tabs.ts'
import { withQueries } from '../../shared/api/query-client.tsx'
import { businessToday } from '../../shared/format/dates.ts'
import { fireTasksUpdated } from '../../shared/task/tasks-updated.ts'
import { PanelMissing } from '../../shared/ui/Dialog.tsx'
import { PageArrival } from '../../shared/ui/focus.ts'
import { lazyPart, useLoadedWhenIdle } from '../../shared/ui/lazy-part.tsx'
import { ErrorState, Skeleton, StaleNotice } from '../../shared/ui/stand-ins.tsx'
import { TabPanel } from '../../shared/ui/Tabs.tsx'
import styles from './AdminDashboardPage.module.css'
import { useCompanies, useRefreshCompanies } from './api.ts'
import { DashboardHeader, TABS_NAME } from './DashboardHeader.tsx'
import { CompanyTasksTab } from './tabs/CompanyTasksTab.tsx'
import { TaskGridTab } from './tabs/TaskGridTab.tsx'
import { listOf, type TabId, tabLabels, tabsWithCounts } from './tabs.ts'
import { allTasks, type ListedTask } from './task-lists.ts'
import { toast } from './toasts.ts'
import { useAccess, useLeave } from './use-access.ts'
import { accountParts, usePlace } from './use-place.ts'

// The second tab, with its search, and what opens over the tabs come in bundles of their own: the form is a good part of the page's weight.
const CompaniesTab = lazyPart(() => import('./tabs/CompaniesTab.tsx'), { waiting: <DashboardSkeleton /> })
const TaskPanel = lazyPart(() => import('./task/TaskPanel.tsx'), { missing: PanelMissing })
const CompanyPanel = lazyPart(() => import('./CompanyPanel.tsx'), { missing: PanelMissing })
const NewTask = lazyPart(() => import('./create/NewTask.tsx'), { missing: PanelMissing })
const CampaignsTab = lazyPart(() => import('./campaigns/CampaignsTab.tsx'), { waiting: <DashboardSkeleton /> })
const CampaignPanel = lazyPart(() => import('./campaigns/CampaignPanel.tsx'), { missing: PanelMissing })
const OperationsTab = lazyPart(() => import('./operations/OperationsTab.tsx'), { waiting: <DashboardSkeleton /> })
const ServicePanel = lazyPart(() => import('./operations/ServicePanel.tsx'), { missing: PanelMissing })
const Account = lazyPart(() => import('./account/Account.tsx'), { missing: PanelMissing })
const parts = [CompaniesTab, TaskPanel, CompanyPanel, NewTask, CampaignsTab, CampaignPanel, Account]
const operatorParts = [...parts, OperationsTab, ServicePanel]

const PAGE_TITLE = `Admin dashboard · ${brand.name}`
const FAILED = 'Failed to fetch company profile'
const EXCEPTION = 'An error occurred while fetching company details.'

function AdminDashboardPage() {
  return useAccess() ? <Dashboard /> : null
}

export default withQueries(AdminDashboardPage)

/** All companies and their tasks, in tabs; kept fresh by whatever happens to them. */
function Dashboard() {
  const place = usePlace()
  const { isOperator, tab, openedTask, openedCompany, askedDocument, newTaskFor, openedCampaign, openedService, account } = place
  const { close, drop } = place
  const queryClient = useQueryClient()
  const companies = useCompanies()
  const refresh = useRefreshCompanies()
  const today = businessToday()
  const list = companies.data?.list
  const all = useMemo(() => list && allTasks(list), [list])
  const tabs = tabsWithCounts(all, today, isOperator)

  useLive('admin', ({ type, companyProfileId }) => {
    const [service] = type.split('.')
    // Some lists are kept by their service's name.
    if (service === 'documents' || service === 'campaigns') queryClient.invalidateQueries({ queryKey: [service] })
    else fireTasksUpdated(companyProfileId ?? undefined)
  })
  useLoadFailure(companies)
  useLoadedWhenIdle(isOperator ? operatorParts : parts)
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

  const opened =
    task?.task.title ??
    company?.companyName ??
    (newTaskCompany && `New task for ${newTaskCompany.companyName}`) ??
    (account && accountParts[account])
  // A tab is no page of its own, nor is what opens over it: the title follows, and the focus stays where it is.
  useEffect(() => {
    document.title = `${opened ?? tabLabels[tab]} · ${PAGE_TITLE}`
  }, [opened, tab])

  return (
    <div className={styles.shell}>
      <PageArrival title={PAGE_TITLE} />
      <DashboardHeader tabs={tabs} selected={tab} />
      <main className={styles.content}>
        <TabPanel name={TABS_NAME} id={tab}>
          {/* Looked at when others do not answer, the companies among them. */}
          {tab === 'operations' ? <OperationsTab /> : <CompaniesTabs tab={tab} companies={companies} all={all} today={today} />}
        </TabPanel>
      </main>
      {task && <TaskPanel key={task.task._id} {...task} canLaunch={tab === 'launch'} onClose={close} />}
      {company && <CompanyPanel company={company} askedDocument={askedDocument} onClose={close} />}
      {newTaskCompany && <NewTask company={newTaskCompany} onClose={close} />}
      {openedCampaign && <CampaignPanel key={openedCampaign} id={openedCampaign} onClose={close} onMissing={drop} />}
      {openedService && <ServicePanel key={openedService} service={openedService} onClose={close} />}
      {account && <Account part={account} onClose={close} />}
    </div>
  )
}

interface CompaniesTabsProps extends Pick<TabContentProps, 'tab' | 'today'> {
  companies: ReturnType<typeof useCompanies>
  all: readonly ListedTask[] | undefined
}

/** What is shown of all companies, once they are there. */
function CompaniesTabs({ tab, companies, all, today }: CompaniesTabsProps) {
  const list = companies.data?.list
  return (
    <>
      {companies.isPending && <DashboardSkeleton />}
      {companies.isLoadingError && (
        <ErrorState message={unlessOffline(companies.error, FAILED)} busy={companies.isFetching} onRetry={() => void companies.refetch()} />
      )}
      <StaleNotice query={companies} />
      {list && all && <TabContent tab={tab} companies={list} all={all} today={today} />}
      {companies.data?.isWhole === false && (
        <p className={styles.note}>There are more companies than this page loads; the newest are missing.</p>
      )}
      {list?.some(({ restOfTasks }) => restOfTasks) && (
        <p className={styles.note}>A company has more tasks than this page loads; its oldest are missing.</p>
      )}
    </>
  )
}

interface TabContentProps {
  tab: Exclude<TabId, 'operations'>
  companies: readonly CompanyTasks[]
  all: readonly ListedTask[]
  today: CalendarDate
}

function TabContent({ tab, companies, all, today }: TabContentProps) {
  if (tab === 'tasks') return <CompanyTasksTab companies={companies} today={today} />
  if (tab === 'companies') return <CompaniesTab companies={companies} />
  if (tab === 'campaigns') return <CampaignsTab />
  return <TaskGridTab key={tab} tab={tab} listed={listOf(tab, all, today)} today={today} />
}

/** Says that the listing failed. Without any answer and nothing to show the visitor goes back to the login, as after an ended session. */
function useLoadFailure({ error, errorUpdateCount, isLoadingError }: UseQueryResult): void {
  const leave = useLeave()

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is said once, also when it is the same again
  useEffect(() => {
    // An ended session is answered elsewhere.
    if (!error || isStatus(error, 401)) return
    if (!isStatus(error, 0)) toast.failed(FAILED)
    // There is no way to the login either.
    else if (isOffline(error)) toast.failed(OFFLINE)
    else if (isLoadingError) leave(EXCEPTION)
    else toast.failed(EXCEPTION)
  }, [errorUpdateCount])
}

/** The shape of two companies with their tasks. */
function DashboardSkeleton() {
  return (
    <div className={styles.companies} aria-busy="true" role="status" aria-label="Loading companies">
      {['first', 'second'].map((company) => (
        <div key={company} className={styles.company}>
          <Skeleton shape="title" />
          <div className={styles.cards}>
            {['a', 'b', 'c', 'd', 'e'].map((card) => (
              <div key={card} className={styles.card}>
                <Skeleton shape="block" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
