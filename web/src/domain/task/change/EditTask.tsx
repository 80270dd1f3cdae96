import { editTask } from '@app/contracts/http/task-changes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { type BriefPart, briefTexts } from '@app/contracts/rules/brief.ts'
import { canEdit, platforms } from '@app/contracts/rules/task-status.ts'
import { useEffect, useRef, useState } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { businessTomorrow } from '../../../shared/format/dates.ts'
import { useBusinessTomorrow } from '../../../shared/format/use-today.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ChangedPicture } from '../../../shared/ui/ChangedPicture.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { DateField, FieldGroup, FieldPair } from '../../../shared/ui/Field.tsx'
import { focusHeading } from '../../../shared/ui/focus.ts'
import { notify, toast } from '../../../shared/ui/notify.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { MonthQuota } from '../MonthQuota.tsx'
import { BriefTextField, PlatformChips } from '../NewTaskPanel.tsx'
import { PostingTimeField } from '../PostingTimeField.tsx'
import { compareBriefs, contentOf, type PartChange } from './brief-parts.ts'
import styles from './EditTask.module.css'
import { datesOf, draftOfState, type EditForm, editsOf, firstFault, formOf, isChanged, mergeForm } from './edit-form.ts'
import { PartChanges } from './PartChanges.tsx'
import { currentIn, othersInMonth, sendEdit, type TaskChanges } from './task-changes.ts'

const FORM_ID = 'edit-task'
const FAILED = 'We couldn’t save the brief'

interface EditTaskProps {
  task: Task
  changes: TaskChanges
  onSaved: (task: Task) => void
  onClose: () => void
}

/** What the other side changed while the form was open. */
interface Meanwhile {
  parts: readonly PartChange[]
  clashes: ReadonlySet<string>
}

/** The form of a new task with the values of a task. Only changed fields are sent, and a change of the other side is merged. */
export default function EditTask({ task, changes, onSaved, onClose }: EditTaskProps) {
  const { caller, labels } = changes
  /** The state of the task on which the form is based. */
  const [base, setBase] = useState(task)
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
  const [{ draft, isOld }] = useState(() => draftOfState(draftOf(caller, `edit-task ${task._id}`), task.briefVersion))
  const before = formOf(base)
  const form = useForm<EditForm, Task>({
    initial: before,
    draft,
    tidy: (values) => ({ ...values, title: values.title === before.title ? values.title : values.title.trim() }),
    check(values) {
      const fault = firstFault(base, values, changes, businessTomorrow())
      return fault ? [fault] : []
    },
    onRefuse: ([fault]) => fault && toast.failed(fault.message),
    send: save,
    onSent(saved) {
      if (saved !== base) {
        toast.success('Brief saved')
        onSaved(saved)
      }
      onClose()
    },
    onFailure(error, isSaid, values) {
      // The screens handle an expired session (401).
      if (isStatus(error, 401)) return
      const current = currentIn(error)
      if (current) merge(current, values)
      else if (!isSaid) notify.error(messageOf(error, FAILED))
    },
  })

  /** If the task has changed but its brief has not, for example because a preview was delivered, the form is sent again. */
  async function save(values: EditForm): Promise<Task> {
    if (!isChanged(before, values)) return base
    const edits = editsOf(before, values)
    try {
      return await sendEdit(changes, base, edits)
    } catch (error) {
      const current = currentIn(error)
      if (!current || current.briefVersion !== base.briefVersion || !canEdit(current, caller)) throw error
      return sendEdit(changes, current, edits)
    }
  }

  function merge(current: Task, entered: EditForm): void {
    const theirs = formOf(current)
    const { merged, clashes } = mergeForm(before, entered, theirs)
    const replaced = theirs.referenceImage === before.referenceImage ? [] : (['referenceImage'] as const)
    form.rebase(theirs, merged)
    setMeanwhile({ parts: compareBriefs(contentOf(base), contentOf(current), replaced), clashes })
    setBase(current)
  }

  const canSave = canEdit(base, caller)
  return (
    <SidePanel
      title={`Edit “${task.title}”`}
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM_ID} state={form.state} disabled={!canSave} busyLabel="Saving…" doneLabel="Saved">
          Save
        </Button>
      }
    >
      <KeptForm id={FORM_ID} className={styles.form} form={form}>
        {isOld && form.isRestored && !meanwhile && (
          <p className={styles.notice}>The brief has changed since you wrote this. Check the fields before you save.</p>
        )}
        {meanwhile && <ChangedMeanwhile meanwhile={meanwhile} changes={changes} task={base} />}
        <FieldGroup title="What">
          {briefTexts.map((name) => (
            <BriefTextField key={name} name={name} label={labels[name]} />
          ))}
          <Picture was={before.referenceImage} />
        </FieldGroup>
        <FieldGroup title="When">
          {!task.isRecurring && <Dates task={base} changes={changes} />}
          <PostingTime caller={caller} />
        </FieldGroup>
        <PlatformChips platforms={platforms} />
      </KeptForm>
    </SidePanel>
  )
}

interface ChangedMeanwhileProps {
  meanwhile: Meanwhile
  changes: TaskChanges
  task: Task
}

/** What changed while the form was open. It gets the focus, so that screen readers announce it. */
function ChangedMeanwhile({ meanwhile: { parts, clashes }, changes: { caller, labels }, task }: ChangedMeanwhileProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading gets the focus after each merge
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'center' })
    if (heading.current) focusHeading(heading.current)
  }, [parts])
  const isClash = (part: BriefPart) => (part === 'platforms' ? platforms.some((name) => clashes.has(name)) : clashes.has(part))
  return (
    <section className={styles.meanwhile}>
      <h3 ref={heading}>This task changed while you were editing</h3>
      <p>
        {canEdit(task, caller)
          ? 'Your text is still in the form. Look at what changed, then save again.'
          : `It is ${task.currentStatus} now, so the brief can’t be changed. Your text stays here until you close the form.`}
      </p>
      <PartChanges
        changes={parts}
        labels={labels}
        noteOn={(part) => isClash(part) && <p className={styles.clash}>You changed this, too. Saving keeps your version.</p>}
      />
    </section>
  )
}

function Picture({ was }: { was: File | string }) {
  const { file, set, state } = useFormContext<EditForm>()
  const { file: value, ...field } = file('referenceImage')
  return (
    <ChangedPicture
      {...field}
      label="Reference image (optional)"
      field={editTask.form.files.referenceImage}
      was={was}
      value={value}
      onChange={(next) => set({ referenceImage: next })}
      onRefuse={toast.failed}
      disabled={state === 'busy'}
    />
  )
}

function Dates({ task, changes: { caller, tasks } }: { task: Task; changes: TaskChanges }) {
  const { text, values } = useFormContext<EditForm>()
  const tomorrow = useBusinessTomorrow()
  const { targetPostingDate: date, submissionForReview } = values
  const moved = datesOf(task, values, caller === 'owner', tomorrow)
  const review = 'fault' in moved ? null : moved.submissionForReview
  const others = othersInMonth(task, date, tasks)
  return (
    <>
      <FieldPair>
        <DateField label="Review date" required min={tomorrow} {...text('submissionForReview')} />
        <DateField label="Posting date" required min={tomorrow} {...text('targetPostingDate')} />
      </FieldPair>
      {review && review !== submissionForReview && (
        <p className={styles.note} role="status">
          The review date moves to <Time value={review} full />.
        </p>
      )}
      {others !== undefined && <MonthQuota used={others} date={date} />}
    </>
  )
}

function PostingTime({ caller }: Pick<TaskChanges, 'caller'>) {
  const { text } = useFormContext<EditForm>()
  return <PostingTimeField caller={caller} {...text('targetPostingTime')} />
}
