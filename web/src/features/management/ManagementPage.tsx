import { brand } from '@app/contracts/brand.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { REPORT_SENT, REPORTS } from '../../domain/report/report-sent.ts'
import { fireTaskRemoved, fireTasksUpdated, TASK_REMOVED } from '../../domain/task/tasks-updated.ts'
import { companyQuery } from '../../shared/api/company.ts'
import { useLive } from '../../shared/api/live-in-tabs.ts'
import { PageArrival } from '../../shared/ui/focus.ts'
import { type LazyPart, lazyPart } from '../../shared/ui/lazy-part.tsx'
import { type CardShape, CardSkeletons, ErrorState, Skeleton } from '../../shared/ui/states.tsx'
import { opening } from '../../shared/ui/use-overlay.ts'
import styles from './ManagementPage.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { type Expiry, useStartUp } from './use-start-up.ts'

/** An entry of the sidebar and its content. The app passes the entries to this page, so that features do not depend on each other. */
interface Section {
  /** Fixed number of the section, used in the URL as `?section=`. */
  index: number
  label: string
  /** A part of the label, for the bar of a phone. Default: the label. */
  shortLabel?: string
  icon: ReactNode
  /** Whether the section is not available yet. */
  isComing?: boolean
  Content: LazyPart<{ profile: CompanyProfile }>
  /** Whether the sidebar shows the section for this company. Default: always. The section can always be opened by its URL. */
  isFor?: (profile: CompanyProfile) => boolean
  /** Replaces the default message for an expired session. */
  expiry?: Expiry
}

/** An event of one of these services invalidates all queries whose key starts with the name of the service. */
const listedBy: ReadonlySet<string> = new Set(['campaigns', 'documents', 'crm-proxy'])

/** Types of the notifications about changes of colleagues. These notifications cause a reload of the list of colleagues. */
const colleagueTypes: ReadonlySet<string> = new Set(['tasks.colleague-changed.v1', 'tasks.colleague-return.v1'])

const addressOf = (index: number) => `?section=${index}`

const PROFILE_SECTION = 4
const EDIT_PROFILE = `${addressOf(PROFILE_SECTION)}&show=edit`

export type Sections = readonly [Section, ...Section[]]

export const sectionAt = (sections: Sections, search: URLSearchParams): Section =>
  sections.find(({ index }) => String(index) === search.get('section')) ?? sections[0]

/** Loaded on demand, because most companies stay. */
const ErasureBanner = lazyPart(() => import('../../domain/company/ErasureBanner.tsx'))

interface ManagementPageProps {
  sections: Sections
  beside?: ReactNode
}

export function ManagementPage({ sections, beside }: ManagementPageProps) {
  const [search] = useSearchParams()
  const queryClient = useQueryClient()
  const selected = sectionAt(sections, search)
  const { profile, failure, leave } = useStartUp(selected.expiry)
  const { Content } = selected
  // Loads the section's bundle while the company profile is loading.
  useEffect(() => void Content.load(), [Content])

  const isThere = Content.useArrived() && profile !== undefined

  const isOnProfile = selected.index === PROFILE_SECTION
  // The target of the menu entry Edit Profile. In the Company Profile section, the edit form opens as an overlay, and closing the form goes
  // back in the history. In other sections, the menu entry is a normal link.
  const edit = {
    ...(isOnProfile ? opening(EDIT_PROFILE) : { to: EDIT_PROFILE }),
    isCurrent: isOnProfile && search.get('show') === 'edit',
  }

  useLive('owner', ({ type, taskId }) => {
    const [service] = type.split('.')
    if (type === TASK_REMOVED && taskId) fireTaskRemoved(taskId)
    else if (colleagueTypes.has(type)) queryClient.invalidateQueries({ queryKey: ['colleagues'] })
    else if (type === REPORT_SENT) queryClient.invalidateQueries({ queryKey: [REPORTS] })
    else if (service === 'tasks') fireTasksUpdated(taskId)
    else queryClient.invalidateQueries({ queryKey: service && listedBy.has(service) ? [service] : companyQuery.queryKey })
  })

  return (
    <div className={styles.shell}>
      <TopBar profile={profile} edit={edit} onLogout={leave} />
      <Sidebar
        entries={sections
          .filter(({ isFor }) => !isFor || (profile && isFor(profile)))
          .map(({ index, label, shortLabel, icon, isComing }) => ({ to: addressOf(index), label, shortLabel, icon, isComing }))}
        current={addressOf(selected.index)}
      />
      <main className={styles.content}>
        {failure && <ErrorState message={failure.message} onRetry={failure.retry} />}
        {!failure && !profile && Content.waiting}
        {profile?.erasure && profile.erasure.state !== 'asked' && <ErasureBanner erasure={profile.erasure} />}
        {profile && <Content profile={profile} />}
      </main>
      {profile && beside}
      <PageArrival key={selected.index} title={`${isThere ? selected.label : 'Management'} · ${brand.name}`} />
    </div>
  )
}

export function ContentSkeleton({ of }: { of: CardShape | 'block' }) {
  return (
    <div className={styles.skeleton} aria-busy="true" role="status" aria-label="Loading">
      <Skeleton shape="title" />
      {of === 'block' ? <Skeleton shape="block" /> : <CardSkeletons of={of} />}
    </div>
  )
}
