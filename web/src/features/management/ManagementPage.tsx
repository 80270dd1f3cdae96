import { brand } from '@app/contracts/brand.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLive } from '../../shared/api/live-in-tabs.ts'
import { companyQuery } from '../../shared/api/owner.ts'
import { TASK_REMOVED } from '../../shared/task/task-removed.ts'
import { fireTaskRemoved, fireTasksUpdated } from '../../shared/task/tasks-updated.ts'
import { PageArrival } from '../../shared/ui/focus.ts'
import type { LazyPart } from '../../shared/ui/lazy-part.tsx'
import { type CardShape, CardSkeletons, ErrorState, Skeleton } from '../../shared/ui/states.tsx'
import { opening } from '../../shared/ui/use-overlay.ts'
import styles from './ManagementPage.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { type Expiry, useStartUp } from './use-start-up.ts'

/** One entry of the sidebar and what it shows. The app lists them, so that features need not know each other. */
interface Section {
  /** Fixed per entry; stands in the address as `?section=`. */
  index: number
  label: string
  icon: ReactNode
  Content: LazyPart<{ profile: CompanyProfile }>
  /** Whether the sidebar has it, if not for every company; its address leads there all the same. */
  isFor?: (profile: CompanyProfile) => boolean
  /** How the end of the session is told in it, if in words of its own. */
  expiry?: Expiry
}

/** Services whose events have the lists loaded again that are kept by their names. */
const listedBy: ReadonlySet<string> = new Set(['campaigns', 'documents', 'crm-proxy'])

const addressOf = (index: number) => `?section=${index}`

/** The company's profile, and where it is open to be changed. */
const PROFILE = 4
const EDIT_PROFILE = `${addressOf(PROFILE)}&show=edit`

export type Sections = readonly [Section, ...Section[]]

/** The section that `?section=` selects. */
export const sectionAt = (sections: Sections, search: URLSearchParams): Section =>
  sections.find(({ index }) => String(index) === search.get('section')) ?? sections[0]

interface ManagementPageProps {
  sections: Sections
  /** On screen whichever section is. */
  beside?: ReactNode
}

/** The shell of the client's area: top bar, sidebar, and the section that is selected. */
export function ManagementPage({ sections, beside }: ManagementPageProps) {
  const [search] = useSearchParams()
  const queryClient = useQueryClient()
  const selected = sectionAt(sections, search)
  const { profile, failure, leave } = useStartUp(selected.expiry)
  const { Content } = selected
  // Beside the company, not behind it.
  useEffect(() => void Content.load(), [Content])

  const isThere = Content.useArrived() && profile !== undefined

  const isOnProfile = selected.index === PROFILE
  // From elsewhere, cancelling leads to the profile to be read; from there, back to it.
  const edit = {
    ...(isOnProfile ? opening(EDIT_PROFILE) : { to: EDIT_PROFILE }),
    isCurrent: isOnProfile && search.get('show') === 'edit',
  }

  useLive('owner', ({ type, taskId }) => {
    const [service] = type.split('.')
    if (type === TASK_REMOVED && taskId) fireTaskRemoved(taskId)
    else if (service === 'tasks') fireTasksUpdated(taskId)
    // Some lists are kept by their service's name.
    else queryClient.invalidateQueries({ queryKey: service && listedBy.has(service) ? [service] : companyQuery.queryKey })
  })

  return (
    <div className={styles.shell}>
      <TopBar profile={profile} edit={edit} onLogout={leave} />
      <Sidebar
        entries={sections
          .filter(({ isFor }) => !isFor || (profile && isFor(profile)))
          .map(({ index, label, icon }) => ({ to: addressOf(index), label, icon }))}
        current={addressOf(selected.index)}
      />
      <main className={styles.content}>
        {failure && <ErrorState message={failure.message} onRetry={failure.retry} />}
        {!failure && !profile && Content.waiting}
        {profile && <Content profile={profile} />}
      </main>
      {profile && beside}
      <PageArrival key={selected.index} title={`${isThere ? selected.label : 'Management'} · ${brand.name}`} />
    </div>
  )
}

/** The shape of a section: its heading, and a strip of cards or all that it has. */
export function ContentSkeleton({ of }: { of: CardShape | 'block' }) {
  return (
    <div className={styles.skeleton} aria-busy="true" role="status" aria-label="Loading">
      <Skeleton shape="title" />
      {of === 'block' ? <Skeleton shape="block" /> : <CardSkeletons of={of} />}
    </div>
  )
}
