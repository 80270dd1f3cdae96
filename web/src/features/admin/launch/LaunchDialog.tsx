import { formatDayInWords } from '@app/contracts/format/dates.ts'
import { formatTimeZone } from '@app/contracts/format/times.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { Platform } from '@app/contracts/rules/task-status.ts'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { leaveForms } from '../../../shared/form/unsent.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { counted } from '../../../shared/format/counted.ts'
import { timeZone } from '../../../shared/format/dates.ts'
import { useBusinessMinute } from '../../../shared/format/use-today.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { FooterStatus, ItemResult } from '../../../shared/ui/ItemResult.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { useMounted } from '../../../shared/ui/use-mounted.ts'
import { laterPostingDay } from '../board/due-dates.ts'
import { companyToday } from '../board/posting-time.ts'
import { toCard } from '../board/task-order.ts'
import styles from './LaunchDialog.module.css'
import { fieldName, LaunchRow } from './LaunchRow.tsx'
import { launchMany } from './launch-many.ts'
import { type SpreadLinks, spreadLinks } from './pasted-links.ts'
import { emptyPost, faultsInLinks, type PostForm, platformsOf } from './post-form.ts'

interface LaunchDialogProps {
  chosen: readonly BoardTask[]
  onClose: () => void
}

/** Not all tasks were launched. The results in the dialog contain the reasons. */
class NotAllLaunched extends Error {}

/** What was entered about the posts, by the `_id` of their tasks. */
type Posts = Readonly<Record<string, PostForm>>

/** Returns for example "5 links filled in. 2 links are left over." */
const pastedInWords = ({ placed, left }: SpreadLinks): string =>
  `${placed} ${placed === 1 ? 'link' : 'links'} filled in.${left > 0 ? ` ${left} left over.` : ''}`

/**
 * Launches several tasks with one comment, each with its own links and time. Each task shows its own result. Tasks that were not launched
 * can be launched again. A task with an unconfirmed approval or a later date is launched only if its checkbox is checked.
 */
export default function LaunchDialog({ chosen, onClose }: LaunchDialogProps) {
  const formId = useId()
  const isOpen = useMounted()
  // After a conflict, the dialog contains the current task, so that the next attempt is about the task that the admin sees.
  const [tasks, setTasks] = useState(chosen)
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const [acceptedEarly, setAcceptedEarly] = useState<ReadonlySet<string>>(new Set())
  const [results, setResults] = useState<ReadonlyMap<string, TaskResult>>(new Map())
  const isLaunched = ({ _id }: BoardTask) => results.get(_id)?.status === 200
  const now = useBusinessMinute()
  const ready = tasks.filter(
    (task) =>
      !isLaunched(task) &&
      task.currentStatus === 'Approved' &&
      (!task.approvalUnconfirmed || accepted.has(task._id)) &&
      (!laterPostingDay(task, companyToday(task, now)) || acceptedEarly.has(task._id)),
  )

  const form = useForm({
    initial: { adminPostComment: '', posts: {} as Posts },
    draft: draftOf('admin', 'launch several tasks'),
    check: ({ posts }) =>
      ready.flatMap((task) =>
        faultsInLinks(task, posts[task._id] ?? emptyPost).map(({ field, message }) => ({
          field: fieldName(task._id, field as Platform),
          message,
        })),
      ),
    async send({ adminPostComment, posts }) {
      const launches = ready.map((task) => ({
        task,
        acceptUnconfirmed: task.approvalUnconfirmed,
        post: posts[task._id] ?? emptyPost,
      }))
      const answers = await launchMany(launches, adminPostComment.trim())
      const byId = new Map([...results, ...answers.map((result) => [result.id, result] as const)])
      setResults(byId)
      setTasks((known) =>
        known.map((task) => {
          const current = byId.get(task._id)?.task
          return current ? toCard(current, task.companyName, task.timeZone, task.openFindings) : task
        }),
      )
      const launched = tasks.filter(({ _id }) => byId.get(_id)?.status === 200).length
      if (launched < tasks.length) throw new NotAllLaunched(`${launched} of ${counted(tasks.length, 'task')} launched`)
      toast.success(`${counted(launched, 'task')} launched`)
    },
    onSent: onClose,
    onFailure(error) {
      // `useAccess` handles an expired session (401). In the open dialog, a toast would cover the results on a phone.
      if (isStatus(error, 401) || (error instanceof NotAllLaunched && isOpen.current)) return
      toast.failed(error instanceof NotAllLaunched ? error.message : messageOf(error, 'Failed to launch task.'))
    },
  })
  const isBusy = form.state === 'busy'
  const [pasted, setPasted] = useState('')
  const open = tasks.filter((task) => !isLaunched(task))

  const changePosts = (changes: ReadonlyMap<string, Partial<PostForm>>) =>
    form.set(({ posts }) => {
      const changed = [...changes].map(([id, change]) => [id, { ...(posts[id] ?? emptyPost), ...change }] as const)
      return { posts: { ...posts, ...Object.fromEntries(changed) } }
    })

  /** Fills a pasted list into the rows below. */
  function paste(event: ClipboardEvent, id: string, platform: Platform): void {
    const rows = open.map((task) => ({ id: task._id, platforms: platformsOf(task) }))
    const spread = spreadLinks(event.clipboardData.getData('text'), rows, { id, platform })
    if (!spread) return
    event.preventDefault()
    changePosts(spread.links)
    setPasted(pastedInWords(spread))
  }

  /** Moves the focus to the same network in the next row that has it, and from the last row to the button that launches the tasks. */
  function focusNextRow(event: KeyboardEvent, id: string, platform: Platform): void {
    event.preventDefault()
    const next = open.slice(open.findIndex(({ _id }) => _id === id) + 1).find((task) => task[platform])
    const controls = [...(form.element.current?.elements ?? [])] as HTMLInputElement[]
    const field = next && controls.find(({ name }) => name === fieldName(next._id, platform))
    const target = field ?? controls.find(({ type }) => type === 'submit')
    target?.focus()
  }

  return (
    <Dialog
      wide
      title={`Launch ${counted(chosen.length, 'task')}`}
      onClose={onClose}
      footer={
        <>
          <FooterStatus>
            {results.size > 0 && !isBusy && `${tasks.filter(isLaunched).length} of ${counted(tasks.length, 'task')} launched`}
          </FooterStatus>
          <Button tone="quiet" onClick={() => leaveForms(onClose, form.element.current ?? document)} disabled={isBusy}>
            {results.size > 0 ? 'Close' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            form={formId}
            state={form.state}
            busyLabel="Launching..."
            doneLabel="Launched"
            disabled={ready.length === 0}
          >
            {results.size > 0 ? `Try again (${ready.length})` : `Launch ${counted(ready.length, 'task')}`}
          </Button>
        </>
      }
    >
      <KeptForm form={form} id={formId}>
        <Field
          label="Admin Post Comment"
          hint="Each of these tasks gets this comment."
          maxLength={5000}
          data-autofocus=""
          {...form.text('adminPostComment')}
        />
        <p className={styles.hint}>
          Links are optional. Paste a list of links into a field to fill the rows below it. Times are in {formatTimeZone(timeZone())}.
        </p>
        <p className={styles.pasted} role="status">
          {pasted}
        </p>
        <ul className={styles.tasks} aria-label="Tasks to launch">
          {tasks.map((task) => (
            <LaunchRow
              key={task._id}
              task={task}
              post={form.values.posts[task._id] ?? emptyPost}
              isLaunched={isLaunched(task)}
              isBusy={isBusy}
              errorOf={form.errorOf}
              onChange={(change) => changePosts(new Map([[task._id, change]]))}
              onPaste={(event, platform) => paste(event, task._id, platform)}
              onNextRow={(event, platform) => focusNextRow(event, task._id, platform)}
              result={<Result result={results.get(task._id)} />}
            >
              {!isLaunched(task) && (
                <>
                  {task.approvalUnconfirmed && (
                    <Condition
                      label="The company confirmed the approval"
                      name={`The company confirmed the approval of #${task.taskId}`}
                      id={task._id}
                      accepted={accepted}
                      onChange={setAccepted}
                      disabled={isBusy}
                    >
                      An email app may have sent this approval, not a person. Call the company before you launch. Without their
                      confirmation, this task isn’t launched.
                    </Condition>
                  )}
                  <EarlyLaunch
                    task={task}
                    today={companyToday(task, now)}
                    accepted={acceptedEarly}
                    onChange={setAcceptedEarly}
                    disabled={isBusy}
                  />
                </>
              )}
            </LaunchRow>
          ))}
        </ul>
      </KeptForm>
    </Dialog>
  )
}

interface AcceptedProps {
  /** Ids of the tasks whose checkbox is checked. */
  accepted: ReadonlySet<string>
  onChange: (change: (accepted: ReadonlySet<string>) => ReadonlySet<string>) => void
  disabled: boolean
}

interface ConditionProps extends AcceptedProps {
  id: string
  label: string
  /** The accessible name of the checkbox, which names the task. */
  name: string
  children: ReactNode
}

/** A condition of the launch, with the checkbox that accepts it. */
const Condition = ({ id, label, name, accepted, onChange, disabled, children }: ConditionProps) => (
  <div className={styles.condition}>
    <p>{children}</p>
    <Checkbox
      label={label}
      aria-label={name}
      checked={accepted.has(id)}
      disabled={disabled}
      onChange={({ currentTarget: { checked } }) =>
        onChange((known) => new Set(checked ? [...known, id] : [...known].filter((other) => other !== id)))
      }
    />
  </div>
)

/** Asks whether a task is launched before its date. Shows nothing for a task that is due. */
function EarlyLaunch({ task, today, ...accepted }: AcceptedProps & { task: BoardTask; today: CalendarDate }) {
  const day = laterPostingDay(task, today)
  if (!day) return null
  return (
    <Condition label="Launch now anyway" name={`Launch #${task.taskId} now anyway`} id={task._id} {...accepted}>
      Posts on {formatDayInWords(day, today)}.
    </Condition>
  )
}

function Result({ result }: { result: TaskResult | undefined }) {
  if (!result) return null
  return (
    <div className={styles.result}>
      {result.status === 200 ? (
        <ItemResult outcome="done">Launched</ItemResult>
      ) : (
        <ItemResult outcome="failed">{result.message}</ItemResult>
      )}
    </div>
  )
}
