import type { BatchResult, CheckedCompany, UndoneTask } from '@app/contracts/http/task-batches.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { counted } from '../../../shared/format/counted.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { DialogFooter } from '../../../shared/ui/Dialog.tsx'
import { FooterStatus, ItemResult } from '../../../shared/ui/ItemResult.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { useMounted } from '../../../shared/ui/use-mounted.ts'
import { type BatchForm, briefOf, newBatchId } from './batch-form.ts'
import { CheckedCompanies, isFull } from './CheckedCompanies.tsx'
import { createTasks } from './create-tasks.ts'
import styles from './TaskBatch.module.css'
import { UndoBatch } from './UndoBatch.tsx'
import { UndoneTasks } from './UndoneTasks.tsx'

/** The server's answer about a form. The tasks are created with exactly these values. */
export interface Checked {
  form: BatchForm
  companies: readonly CheckedCompany[]
}

interface CreateTasksProps {
  checked: Checked
  /** Called with the ids of the companies that have no task yet. */
  onCreated: (left: readonly string[]) => void
  /** Called with a new id of the batch, because the old one belongs to another brief or its time is over. */
  onNewId: (batchId: string) => void
  onBack: () => void
  onClose: () => void
}

const isOtherBatch = (error: unknown): boolean => error instanceof ApiError && ['batch-reused', 'batch-over'].includes(error.code)

/** Shows the task of each company, creates the tasks, and shows each result. The tasks can then be removed again. */
export function CreateTasks({ checked: { form, companies }, onCreated, onNewId, onBack, onClose }: CreateTasksProps) {
  const isOpen = useMounted()
  const [batchId, setBatchId] = useState(form.batchId)
  const [results, setResults] = useState<ReadonlyMap<string, BatchResult>>(new Map())
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const [undone, setUndone] = useState<readonly UndoneTask[]>()
  const isCreated = ({ companyId }: CheckedCompany) => results.get(companyId)?.status === 200
  const created = companies.filter(isCreated).length
  const ready = companies.filter((company) => {
    const { companyId, problem } = company
    return !problem && !isCreated(company) && (!isFull(company, results.get(companyId)) || accepted.has(companyId))
  })

  const create = useMutation({
    async mutationFn() {
      const latest = new Map(results)
      const wanted = ready.map(({ companyId }) => ({ companyId, acceptFullMonth: accepted.has(companyId) }))
      const createIn = (id: string) =>
        createTasks({ batchId: id, brief: briefOf(form), companies: wanted }, (some) => {
          for (const result of some) latest.set(result.companyId, result)
          setResults(new Map(latest))
        })
      try {
        await createIn(batchId).catch((error: unknown) => {
          if (!isOtherBatch(error)) throw error
          const id = newBatchId()
          setBatchId(id)
          onNewId(id)
          return createIn(id)
        })
      } finally {
        onCreated(companies.map(({ companyId }) => companyId).filter((id) => latest.get(id)?.status !== 200))
      }
      return wanted.filter(({ companyId }) => latest.get(companyId)?.status === 200).length
    },
    onSuccess(count) {
      // In the open panel, a toast would cover the results on a phone.
      if (count === ready.length || !isOpen.current) toast.success(`${counted(count, 'task')} created`)
    },
    onError(error) {
      if (!isOpen.current && !isStatus(error, 401)) toast.failed('We couldn’t create all tasks.')
    },
  })
  // `useAccess` handles an expired session (401).
  const failure =
    create.error && !isStatus(create.error, 401)
      ? `${messageOf(create.error, 'We couldn’t create all tasks.')} If you try again, no company gets a second task.`
      : undefined
  const isBusy = create.isPending
  const hasBegun = results.size > 0 || create.isError

  if (undone)
    return (
      <>
        <UndoneTasks tasks={undone} />
        <DialogFooter>
          <Button onClick={onClose}>Close</Button>
        </DialogFooter>
      </>
    )
  return (
    <>
      <p className={styles.summary}>We’ll email each company about its new task. You can undo this within an hour.</p>
      <CheckedCompanies
        companies={companies}
        form={form}
        results={results}
        accepted={accepted}
        onAccept={(id, isAccepted) => setAccepted((known) => new Set(isAccepted ? [...known, id] : [...known].filter((one) => one !== id)))}
        disabled={isBusy}
      />
      <DialogFooter>
        <FooterStatus>
          {failure && <ItemResult outcome="failed">{failure}</ItemResult>}{' '}
          {(isBusy || hasBegun) && `${created} of ${counted(companies.length, 'task')} created`}
        </FooterStatus>
        {created === 0 && (
          <Button tone="quiet" disabled={isBusy} onClick={onBack}>
            Back
          </Button>
        )}
        {created > 0 && (
          <Button tone="quiet" disabled={isBusy} onClick={() => setAsking(true)}>
            Undo
          </Button>
        )}
        {hasBegun && (
          <Button tone={ready.length > 0 ? 'quiet' : 'primary'} disabled={isBusy} onClick={onClose}>
            Close
          </Button>
        )}
        {(!hasBegun || ready.length > 0) && (
          <Button state={isBusy ? 'busy' : 'idle'} busyLabel="Creating..." disabled={ready.length === 0} onClick={() => create.mutate()}>
            {hasBegun ? `Try again (${ready.length})` : `Create ${counted(ready.length, 'task')}`}
          </Button>
        )}
      </DialogFooter>
      {isAsking && <UndoBatch batchId={batchId} tasks={created} onUndone={setUndone} onClose={() => setAsking(false)} />}
    </>
  )
}
