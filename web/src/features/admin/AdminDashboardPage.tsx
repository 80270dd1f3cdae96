import { brand } from '@app/contracts/brand.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { POST_DUE, PREVIEW_PROOFREAD, TASK_REMOVED } from '../../domain/task/tasks-updated.ts'
import { useLive } from '../../shared/api/live-in-tabs.ts'
import { withQueries } from '../../shared/api/query-client.tsx'
import { PanelMissing } from '../../shared/ui/Dialog.tsx'
import { PageArrival } from '../../shared/ui/focus.ts'
import { lazyPart, useLoadedWhenIdle } from '../../shared/ui/lazy-part.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import { TabPanel } from '../../shared/ui/Tabs.tsx'
import styles from './AdminDashboardPage.module.css'
import { BoardSkeleton } from './board/BoardSkeleton.tsx'
import { changes, refreshChanged, removeTask } from './board/changes.ts'
import { countsQuery } from './board/queries.ts'
import { useManager } from './board/use-manager.ts'
import { COMPANY_NOTE_CHANGED, companyNotesKey } from './company/notes-key.ts'
import { DashboardHeader, TABS_NAME } from './DashboardHeader.tsx'
import { ERASURE_CHANGED, ERASURES } from './erasure/erasures.ts'
import { PaletteDialog } from './palette/PaletteDialog.tsx'
import { usePaletteKey } from './palette/use-palette-key.ts'
import { type TabId, tabLabels, tabsWithCounts } from './tabs.ts'
import { useAccess } from './use-access.ts'
import { useOpened } from './use-opened.ts'
import { accountParts, batchTitle, useOpenPanel, usePlace } from './use-place.ts'

// Each tab and each panel has its own bundle, because the task form alone is a large part of the page's size.
const MondayTab = lazyPart(() => import('./monday/MondayTab.tsx'), { waiting: <BoardSkeleton /> })
const CompanyTasksTab = lazyPart(() => import('./tabs/CompanyTasksTab.tsx'), { waiting: <BoardSkeleton /> })
const CompaniesTab = lazyPart(() => import('./tabs/CompaniesTab.tsx'), { waiting: <BoardSkeleton /> })
const TaskGridTab = lazyPart(() => import('./tabs/TaskGridTab.tsx'), { waiting: <BoardSkeleton /> })
const LaunchTab = lazyPart(() => import('./tabs/LaunchTab.tsx'), { waiting: <BoardSkeleton /> })
const TaskPanel = lazyPart(() => import('./task/TaskPanel.tsx'), { missing: PanelMissing })
const CompanyPanel = lazyPart(() => import('./CompanyPanel.tsx'), { missing: PanelMissing })
const NewTask = lazyPart(() => import('./create/NewTask.tsx'), { missing: PanelMissing })
const TaskBatch = lazyPart(() => import('./batch/TaskBatch.tsx'), { missing: PanelMissing })
const WaitingTab = lazyPart(() => import('./waiting/WaitingTab.tsx'), { waiting: <BoardSkeleton /> })
const CalendarTab = lazyPart(() => import('./calendar/CalendarTab.tsx'), { waiting: <BoardSkeleton /> })
const PostsTab = lazyPart(() => import('./posts/PostsTab.tsx'), { waiting: <BoardSkeleton /> })
const CampaignsTab = lazyPart(() => import('./campaigns/CampaignsTab.tsx'), { waiting: <BoardSkeleton /> })
const ReportsTab = lazyPart(() => import('./reports/ReportsTab.tsx'), { waiting: <BoardSkeleton /> })
const CampaignPanel = lazyPart(() => import('./campaigns/CampaignPanel.tsx'), { missing: PanelMissing })
const OperationsTab = lazyPart(() => import('./operations/OperationsTab.tsx'), { waiting: <BoardSkeleton /> })
const Account = lazyPart(() => import('./account/Account.tsx'), { missing: PanelMissing })
const parts = [
  changes,
  MondayTab,
  CompanyTasksTab,
  TaskGridTab,
  LaunchTab,
  CompaniesTab,
  TaskPanel,
  CompanyPanel,
  NewTask,
  TaskBatch,
  WaitingTab,
  CalendarTab,
  CampaignsTab,
  ReportsTab,
  CampaignPanel,
  Account,
]
const operatorParts = [...parts, OperationsTab]

const PAGE_TITLE = `Admin dashboard · ${brand.name}`

function AdminDashboardPage() {
  return useAccess() ? <Dashboard /> : null
}

export default withQueries(AdminDashboardPage)

function Dashboard() {
  const place = usePlace()
  const { isOperator, tab, openedTask, openedCompany, requestedDocument, newTaskFor, isBatchOpen, openedCampaign, account, close, drop } =
    place
  const counts = useCounts(tab)
  const tabs = tabsWithCounts(counts, isOperator)
  const [isSearching, setSearching] = useState(false)
  usePaletteKey(() => setSearching(true))
  const { task, company, failed } = useOpened(place)
  useLiveUpdates()
  useScrollRestoration(tab)
  useLoadedWhenIdle(isOperator ? operatorParts : parts)

  const opened =
    (openedTask && task?.task.title) ||
    (openedCompany && company?.companyName) ||
    (newTaskFor && company && `New task for ${company.companyName}`) ||
    (isBatchOpen && batchTitle) ||
    (account && accountParts[account])
  // Tabs and panels are not separate pages. Only the document title changes, and the focus stays where it is.
  useEffect(() => {
    document.title = `${opened || tabLabels[tab]} · ${PAGE_TITLE}`
  }, [opened, tab])

  return (
    <div className={styles.shell}>
      <PageArrival title={PAGE_TITLE} />
      <DashboardHeader tabs={tabs} selected={tab} onSearch={() => setSearching(true)} />
      <main className={styles.content}>
        <TabPanel name={TABS_NAME} id={tab}>
          <TabContent tab={tab} />
        </TabPanel>
      </main>
      <footer className={styles.footer}>Version {import.meta.env.APP_VERSION}</footer>
      {openedTask && task && <TaskPanel {...task} canLaunch={tab === 'launch' || tab === 'monday'} onClose={close} />}
      {openedCompany && company && <CompanyPanel company={company} requestedDocument={requestedDocument} onClose={close} />}
      {newTaskFor && company && <NewTask company={company} onClose={close} />}
      {isBatchOpen && <TaskBatch onClose={close} />}
      {openedCampaign && <CampaignPanel key={openedCampaign} id={openedCampaign} onClose={close} onMissing={drop} />}
      {account && <Account part={account} onClose={close} />}
      {isSearching && <PaletteDialog tabs={tabs} onClose={() => setSearching(false)} />}
      {failed && <PanelMissing busy={failed.isFetching} onRetry={() => void failed.refetch()} onClose={close} />}
    </div>
  )
}

function TabContent({ tab }: { tab: TabId }) {
  if (tab === 'monday') return <MondayTab />
  if (tab === 'tasks') return <CompanyTasksTab />
  if (tab === 'companies') return <CompaniesTab />
  if (tab === 'launch') return <LaunchTab />
  if (tab === 'waiting') return <WaitingTab />
  if (tab === 'calendar') return <CalendarTab />
  if (tab === 'posts') return <PostsTab />
  if (tab === 'campaigns') return <CampaignsTab />
  if (tab === 'reports') return <ReportsTab />
  if (tab === 'operations') return <OperationsTab />
  return <TaskGridTab key={tab} tab={tab} />
}

function useCounts(tab: TabId) {
  const counts = useQuery(countsQuery(useManager().manager))
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a tab reloads the counts
  useEffect(() => void counts.refetch({ cancelRefetch: false }), [tab])
  return counts.data
}

/** The messages of these events are toasts that lead to the task. */
const toastedTypes: ReadonlySet<string> = new Set([POST_DUE, PREVIEW_PROOFREAD])
/** They stay longer than other toasts, because the admin may be busy with another task. */
const TOAST_MS = 60_000

/**
 * Task and company events refresh single items. Document and campaign events invalidate all queries of their service. When it is time to
 * post a task, or a preview that the admin delivered has findings, a toast leads to the task.
 */
function useLiveUpdates(): void {
  const queryClient = useQueryClient()
  const openPanel = useOpenPanel()
  // The admin may have opened another tab before the button of the toast is pressed.
  const latestOpenPanel = useRef(openPanel)
  useEffect(() => {
    latestOpenPanel.current = openPanel
  })
  useLive('admin', ({ type, message, taskId, companyProfileId }) => {
    if (toastedTypes.has(type) && message && taskId) {
      const open = { label: 'Open the task', run: () => latestOpenPanel.current('task', String(taskId)) }
      notify.info(message, { autoClose: TOAST_MS, group: `${type} ${taskId}`, action: open })
    }
    const [service] = type.split('.')
    if (type === ERASURE_CHANGED) void queryClient.invalidateQueries({ queryKey: [ERASURES] })
    if (service === 'documents' || service === 'campaigns') void queryClient.invalidateQueries({ queryKey: [service] })
    else if (companyProfileId && type === COMPANY_NOTE_CHANGED)
      void queryClient.invalidateQueries({ queryKey: companyNotesKey(companyProfileId) })
    else if (companyProfileId && taskId && type === TASK_REMOVED) void removeTask(companyProfileId, taskId)
    else if (companyProfileId) void refreshChanged(companyProfileId, taskId)
  })
}

const scrollPositions = new Map<string, number>()

function useScrollRestoration(place: string): void {
  useLayoutEffect(() => {
    window.scrollTo(0, scrollPositions.get(place) ?? 0)
    const keep = () => scrollPositions.set(place, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [place])
}
