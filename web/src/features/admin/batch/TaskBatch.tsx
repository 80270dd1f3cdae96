import { checkTaskBatch } from '@app/contracts/http/task-batches.ts'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError, isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { counted } from '../../../shared/format/counted.ts'
import { businessTomorrow } from '../../../shared/format/dates.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { FooterStatus, ItemResult } from '../../../shared/ui/ItemResult.tsx'
import { batchTitle } from '../use-place.ts'
import { type BatchForm, briefOf, emptyBatch, faultsOf, fieldNames, newBatchId } from './batch-form.ts'
import { type Checked, CreateTasks } from './CreateTasks.tsx'
import { RecentBatches } from './RecentBatches.tsx'
import styles from './TaskBatch.module.css'
import { WriteBatch } from './WriteBatch.tsx'

/**
 * One brief for many companies in two steps. The first step is the form. The second step shows the task of each company before it is
 * created, and then its result.
 */
export default function TaskBatch({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useForm<BatchForm, void>({
    initial: emptyBatch,
    draft: draftOf('admin', 'task batch'),
    check: (values) => faultsOf(values, businessTomorrow()),
    // The form is not sent as a whole: its check and the creation of the tasks are separate requests.
    send: async () => undefined,
  })
  const [checked, setChecked] = useState<Checked>()

  const check = useMutation({
    mutationFn: (values: BatchForm) => adminCall(checkTaskBatch, { body: { brief: briefOf(values), companyIds: [...values.companies] } }),
    onSuccess({ companies }, values) {
      const batchId = values.batchId || newBatchId()
      form.set({ batchId })
      setChecked({ form: { ...values, batchId }, companies })
    },
    onError(error) {
      const [fault] = error instanceof ApiError ? error.errors : []
      if (fault && fieldNames.has(fault.field)) form.refuse(fault)
    },
  })
  const isShown = checked !== undefined
  useEffect(() => {
    if (isShown) heading.current?.focus()
  }, [isShown])

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (!check.isPending && form.validate(fieldNames)) check.mutate(form.values)
  }

  // `useAccess` handles an expired session (401).
  const failure = check.error && !isStatus(check.error, 401) ? messageOf(check.error, 'We couldn’t check the companies.') : undefined
  const { length } = form.values.companies
  return (
    <SidePanel
      title={batchTitle}
      onClose={onClose}
      footer={
        !isShown && (
          <>
            <FooterStatus>{failure && <ItemResult outcome="failed">{failure}</ItemResult>}</FooterStatus>
            <Button type="submit" form={formId} state={check.isPending ? 'busy' : 'idle'} busyLabel="Checking...">
              {length === 0 ? 'Check the tasks' : `Check ${counted(length, 'task')}`}
            </Button>
          </>
        )
      }
    >
      <div className={styles.content}>
        {!isShown && <RecentBatches />}
        <WriteBatch id={formId} form={form} hidden={isShown} onSubmit={submit} />
        {checked && (
          <>
            <h3 ref={heading} className={styles.heading} tabIndex={-1}>
              Tasks for {counted(checked.companies.length, 'company', 'companies')}
            </h3>
            <CreateTasks
              checked={checked}
              onCreated={(left) => (left.length === 0 ? form.clear() : form.set({ companies: left }))}
              onNewId={(batchId) => form.set({ batchId })}
              onBack={() => setChecked(undefined)}
              onClose={onClose}
            />
          </>
        )}
      </div>
    </SidePanel>
  )
}
