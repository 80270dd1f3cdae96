import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { Send } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../shared/ui/Button.tsx'
import { inChunk } from '../../shared/ui/chunk.tsx'
import { IconButton } from '../../shared/ui/IconButton.tsx'
import { useTasks } from './api/tasks.ts'
import { ApprovedRow } from './components/ApprovedRow.tsx'
import { FirstSteps } from './components/FirstSteps.tsx'
import { PendingStrip } from './components/PendingStrip.tsx'
import styles from './DigitalContent.module.css'
import { loadFailure } from './load-failure.ts'
import { toast } from './toasts.ts'

// What opens over the lists comes in chunks of its own: the forms are a good part of the page's weight.
const CreateTask = inChunk(() => import('./create/CreateTask.tsx'))
const PostedTasks = inChunk(() => import('./components/PostedTasks.tsx'))
const TaskDetail = inChunk(() => import('./components/TaskDetail.tsx'))
const TaskReview = inChunk(() => import('./components/TaskReview.tsx'))

/** What is open over the lists; stands in the address as `?show=`, so that it can be linked and gone back from. */
type Shown = 'new' | 'posted' | `task-${number}`

const isOpenToReview = ({ currentStatus }: Task) => currentStatus === 'Pending' || currentStatus === 'Roll Back'

export default function DigitalContent({ profile }: { profile: CompanyProfile }) {
  const tasks = useTasks(profile._id)
  const [search, setSearch] = useSearchParams()
  const shown = search.get('show')
  const all = tasks.data ?? []

  const failure = tasks.isLoadingError ? loadFailure(tasks.error) : undefined
  useEffect(() => {
    if (failure) toast.failed(failure)
  }, [failure])

  function show(what: Shown | undefined): void {
    const next = new URLSearchParams(search)
    if (what) next.set('show', what)
    else next.delete('show')
    setSearch(next)
  }

  const close = () => show(undefined)
  const opened = all.find(({ taskId }) => shown === `task-${taskId}`)
  const isMissing = shown?.startsWith('task-') && tasks.isSuccess && !tasks.isFetching && !opened
  const sayMissing = useEffectEvent(() => {
    toast.failed('Task not found')
    close()
  })
  useEffect(() => {
    if (isMissing) sayMissing()
  }, [isMissing])

  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <h1>Tasks</h1>
        <div className={styles.actions}>
          <IconButton label="Launched Reports" icon={<Send />} onClick={() => show('posted')} />
          <Button onClick={() => show('new')}>+ Assign New Task</Button>
        </div>
      </header>

      {tasks.isSuccess && all.length === 0 && <FirstSteps onAssign={() => show('new')} />}
      <PendingStrip tasks={tasks} onView={({ taskId }) => show(`task-${taskId}`)} />
      <ApprovedRow tasks={tasks} onPreview={({ taskId }) => show(`task-${taskId}`)} />

      {shown === 'new' && <CreateTask profile={profile} tasks={all} onClose={close} />}
      {shown === 'posted' && <PostedTasks tasks={tasks} onClose={close} />}
      {opened && isOpenToReview(opened) && <TaskReview key={opened._id} listed={opened} onClose={close} />}
      {opened && !isOpenToReview(opened) && <TaskDetail task={opened} onClose={close} />}
    </div>
  )
}
