import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { CalendarDays, ClipboardCheck, List, Megaphone } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { WHY_CONFIRM } from '../../domain/account/user.ts'
import { useOwner } from '../../shared/stores/session.ts'
import { Button, IconButton } from '../../shared/ui/Button.tsx'
import { PanelMissing } from '../../shared/ui/Dialog.tsx'
import { ChecklistDrawing, FirstTaskDrawing } from '../../shared/ui/drawings-of-empty-lists.tsx'
import { LoadedRow } from '../../shared/ui/LoadedRow.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../shared/ui/lazy-part.tsx'
import { EmptyState, Skeleton, StaleNotice } from '../../shared/ui/states.tsx'
import { useOverlay } from '../../shared/ui/use-overlay.ts'
import { loadFailure, useTasks } from './api.ts'
import { useHidden } from './checklist/use-hidden.ts'
import { ApprovedNotice } from './components/ApprovedNotice.tsx'
import { LateDate } from './components/LateDate.tsx'
import { TaskCard } from './components/TaskCard.tsx'
import styles from './DigitalContent.module.css'
import { FirstSteps } from './FirstSteps.tsx'
import { toast } from './toasts.ts'
import { byDate, byUrgency } from './urgency.ts'

export { prefetchTasks } from './api.ts'

// Each panel has its own bundle, because the forms are a large part of the page's size.
const CreateTask = lazyPart(() => import('./create/CreateTask.tsx'), { missing: PanelMissing })
const PostedTasks = lazyPart(() => import('./components/PostedTasks.tsx'), { missing: PanelMissing })
const TaskDetail = lazyPart(() => import('./components/TaskDetail.tsx'), { missing: PanelMissing })
const TaskReview = lazyPart(() => import('./components/TaskReview.tsx'), { missing: PanelMissing })
const ReviewQueue = lazyPart(() => import('./queue/ReviewQueue.tsx'), { missing: PanelMissing })
const OwnerCalendar = lazyPart<{ profile: CompanyProfile; tasks: UseQueryResult<Task[]> }>(() => import('./calendar/OwnerCalendar.tsx'), {
  waiting: <Skeleton shape="block" />,
})
const OwnerPosts = lazyPart<{ profile: CompanyProfile }>(() => import('./posts/OwnerPosts.tsx'), { waiting: <Skeleton shape="block" /> })

const loadChecklist = () => import('./checklist/Checklist.tsx')
const Checklist = lazyPart(loadChecklist, { missing: () => null })
/** The checklist above the steps for a new owner. Its skeleton keeps the steps in place while the checklist loads. */
const FirstChecklist = lazyPart(loadChecklist, { waiting: <Skeleton shape="block" />, missing: () => null })

const panels = [TaskReview, CreateTask, TaskDetail, PostedTasks, ReviewQueue, OwnerCalendar]

/** Text that is shown if there are no approved tasks, and in the Posted Tasks dialog if there are no posted tasks. */
const NOTHING_DONE = "Task nearly complete? Let's check it off!"

/** The values of `?show=`, which name the open panel. */
type Shown = 'new' | 'posted' | `task-${number}` | `review-${number}`

/** The values of `?view=`. Without the parameter, the screen shows the list. */
const views = [
  { id: 'list', label: 'List', icon: <List aria-hidden="true" /> },
  { id: 'posts', label: 'Posts', icon: <Megaphone aria-hidden="true" /> },
  { id: 'calendar', label: 'Calendar', icon: <CalendarDays aria-hidden="true" /> },
] as const
type View = (typeof views)[number]['id']

const toView = (value: string | null): View => views.find(({ id }) => id === value)?.id ?? 'list'

/** The parameters of the URL that belong to a view. */
const viewParameters = ['view', 'month', 'platform', 'q'] as const

const isOpenToReview = ({ currentStatus }: Task) => currentStatus === 'Pending' || currentStatus === 'Roll Back'

export default function DigitalContent({ profile }: { profile: CompanyProfile }) {
  const tasks = useTasks(profile._id)
  const overlay = useOverlay(['show'])
  const shown = overlay.search.get('show')
  const view = toView(overlay.search.get('view'))
  const navigate = useNavigate()
  const all = tasks.data ?? []
  const { isHidden, hide } = useHidden(profile._id)
  // The checklist is loaded when no panel covers it.
  const [wasUncovered, setUncovered] = useState(shown === null)
  if (shown === null && !wasUncovered) setUncovered(true)
  const isNew = tasks.isSuccess && all.length === 0
  /**
   * The task that the owner has just created. When the panel for new tasks is closed, the card of this task scrolls into view and gets the
   * focus.
   */
  const [createdId, setCreatedId] = useState<Task['_id']>()
  useLoadedWhenIdle(panels)

  const failure = tasks.isLoadingError ? loadFailure(tasks.error) : undefined
  useEffect(() => {
    if (failure) toast.listFailed(failure)
  }, [failure])

  function show(what: Shown): void {
    setCreatedId(undefined)
    overlay.open('show', what)
  }

  function switchTo(next: View): void {
    const search = new URLSearchParams(overlay.search)
    for (const parameter of viewParameters) search.delete(parameter)
    if (next !== 'list') search.set('view', next)
    navigate({ search: search.toString() })
  }

  const hasChecklist = tasks.isSuccess && !isHidden && wasUncovered
  const checklist = { profile, newTask: overlay.leading('show', 'new'), onHide: hide }

  return (
    <div className={styles.screen}>
      <header className={styles.header} data-bar="">
        <h1>{view === 'posts' ? 'Posts' : 'Tasks'}</h1>
        <div className={styles.actions}>
          {views
            .filter(({ id }) => id !== view)
            .map(({ id, label, icon }) => (
              <Button key={id} tone="quiet" icon={icon} onClick={() => switchTo(id)}>
                {label}
              </Button>
            ))}
          <IconButton className={styles.posted} label="Launched Reports" icon={<ClipboardCheck />} onClick={() => show('posted')} />
          <Button onClick={() => show('new')}>+ Assign New Task</Button>
        </div>
      </header>

      <StaleNotice query={tasks} />
      {shown === null && <ApprovedNotice tasks={all} />}
      <ConfirmEmail />
      {view === 'posts' && <OwnerPosts profile={profile} />}
      {view === 'calendar' && (
        <>
          <ReviewNotice tasks={all} onReview={({ taskId }) => show(`review-${taskId}`)} />
          <OwnerCalendar profile={profile} tasks={tasks} />
        </>
      )}
      {view === 'list' && (
        <>
          {isNew && hasChecklist && <FirstChecklist {...checklist} hasTasks={false} />}
          {isNew && <FirstSteps onAssign={isHidden ? () => show('new') : undefined} />}
          <ReviewNotice tasks={all} onReview={({ taskId }) => show(`review-${taskId}`)} />
          <PendingStrip
            tasks={tasks}
            newId={shown === null ? createdId : undefined}
            onRevealed={() => setCreatedId(undefined)}
            onView={({ taskId }) => show(`task-${taskId}`)}
          />
          <ApprovedRow tasks={tasks} onPreview={({ taskId }) => show(`task-${taskId}`)} />
          {/* Tasks that wait for the owner come first. */}
          {!isNew && hasChecklist && <Checklist {...checklist} hasTasks />}
        </>
      )}

      {shown === 'new' && <CreateTask profile={profile} tasks={all} onCreated={({ _id }) => setCreatedId(_id)} onClose={overlay.close} />}
      {shown === 'posted' && <PostedTasks tasks={tasks} profile={profile} empty={NOTHING_DONE} onClose={overlay.close} />}
      {shown?.startsWith('task-') && (
        <OpenedTask
          key={shown}
          number={shown.slice('task-'.length)}
          tasks={tasks}
          profile={profile}
          onClose={overlay.close}
          onMissing={overlay.drop}
        />
      )}
      {shown?.startsWith('review-') && (
        <ReviewQueue
          number={shown.slice('review-'.length)}
          tasks={tasks}
          profile={profile}
          onStep={(taskId) => overlay.replace('show', `review-${taskId}`)}
          onLeave={(taskId) => overlay.replace('show', `task-${taskId}`)}
          onClose={overlay.close}
          onMissing={overlay.drop}
        />
      )}
    </div>
  )
}

interface OpenedTaskProps {
  number: string
  tasks: UseQueryResult<Task[]>
  profile: CompanyProfile
  onClose: () => void
  onMissing: () => void
}

/** If a newer version of a task under review arrives, it is shown only when the owner presses a button. */
function OpenedTask({ number, tasks, profile, onClose, onMissing }: OpenedTaskProps) {
  const listed = tasks.data?.find(({ taskId }) => String(taskId) === number)
  const [seen, setSeen] = useState(listed)
  if (!seen && listed) setSeen(listed)

  const isMissing = !seen && tasks.isSuccess && !tasks.isFetching
  const showMissing = useEffectEvent(() => {
    toast.failed(number ? 'Task not found' : 'No task selected')
    onMissing()
  })
  useEffect(() => {
    if (isMissing) showMissing()
  }, [isMissing])

  if (!seen) return null
  if (isOpenToReview(seen)) return <TaskReview seen={seen} listed={listed} profile={profile} onSee={setSeen} onClose={onClose} />
  return <TaskDetail task={listed ?? seen} profile={profile} onUndone={setSeen} onClose={onClose} />
}

/** A notice with the button that opens the review queue. It is not shown if no preview is waiting. */
function ReviewNotice({ tasks, onReview }: { tasks: readonly Task[]; onReview: (first: Task) => void }) {
  const waiting = byUrgency(tasks.filter(canReview))
  const [first] = waiting
  if (!first) return null
  const count = waiting.length
  return (
    <section className={styles.review} aria-label="Review">
      <p className={styles.waiting}>
        {count === 1 ? '1 preview is waiting for your decision.' : `${count} previews are waiting for your decision.`}
        <LateDate task={first} withTitle={count > 1} />
      </p>
      <Button onClick={() => onReview(first)}>{count === 1 ? 'Review' : `Review ${count}`}</Button>
    </section>
  )
}

interface PendingStripProps {
  tasks: UseQueryResult<Task[]>
  /** The task whose card scrolls into view and gets the focus. The strip then calls `onRevealed`. */
  newId: Task['_id'] | undefined
  onRevealed: () => void
  onView: (task: Task) => void
}

/** A row with cards of all tasks with the status Pending or Roll Back. Tasks that wait for the owner's decision are first in the row. */
function PendingStrip({ tasks, newId, onRevealed, onView }: PendingStripProps) {
  const pending = byUrgency((tasks.data ?? []).filter(({ currentStatus }) => currentStatus !== 'Approved' && currentStatus !== 'Posted'))
  return (
    <LoadedRow
      cards="task"
      title="Pending"
      label="Pending tasks"
      step={350}
      query={tasks}
      failure="Error loading pending tasks"
      empty={<EmptyState drawing={<FirstTaskDrawing />}>Click above to add your task!</EmptyState>}
    >
      {pending.map((task) => (
        <TaskCard
          key={task._id}
          task={task}
          numberLabel="Task id: "
          action="View"
          onAct={() => onView(task)}
          onRevealed={task._id === newId ? onRevealed : undefined}
        />
      ))}
    </LoadedRow>
  )
}

function ApprovedRow({ tasks, onPreview }: { tasks: UseQueryResult<Task[]>; onPreview: (task: Task) => void }) {
  const approved = byDate((tasks.data ?? []).filter(({ currentStatus }) => currentStatus === 'Approved'))
  return (
    <LoadedRow
      cards="task"
      title="Approved & Yet to launch"
      label="Approved tasks"
      step={350}
      query={tasks}
      failure={loadFailure(tasks.error) ?? ''}
      empty={<EmptyState drawing={<ChecklistDrawing />}>{NOTHING_DONE}</EmptyState>}
    >
      {approved.map((task) => (
        <TaskCard key={task._id} task={task} action="Preview" onAct={() => onPreview(task)} />
      ))}
    </LoadedRow>
  )
}

const UnconfirmedEmail = lazyPart(() => import('../../domain/account/UnconfirmedEmail.tsx'), { missing: () => null })

/** Asks an owner who has not confirmed the email address to do so. Other owners load nothing. */
function ConfirmEmail() {
  const isUnconfirmed = useOwner(({ user }) => user?.emailVerified === false)
  return isUnconfirmed ? <UnconfirmedEmail text={WHY_CONFIRM} /> : null
}
