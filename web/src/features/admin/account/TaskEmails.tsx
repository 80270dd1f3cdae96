import { getTaskEmails, setTaskEmails } from '@app/contracts/http/task-emails.ts'
import type { TaskEmailFrequency } from '@app/contracts/rules/task-emails.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { Radio } from '../../../shared/ui/Radio.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import styles from './TaskEmails.module.css'

const taskEmailsQuery = queryOptions({
  queryKey: ['admin', 'task-emails'],
  queryFn: ({ signal }) => adminCall(getTaskEmails, { signal }),
  staleTime: 0,
})

const choices: readonly { frequency: TaskEmailFrequency; label: string; hint: string }[] = [
  { frequency: 'at-once', label: 'At once', hint: 'One email for each task' },
  { frequency: 'quarter-hourly', label: 'Every 15 minutes', hint: 'One email with everything new' },
  { frequency: 'hourly', label: 'Every hour', hint: 'One email with everything new' },
  { frequency: 'daily', label: 'Once a day', hint: 'One email at 9:00 AM' },
  { frequency: 'none', label: 'No emails', hint: 'You still see everything in the dashboard' },
]

/** The choice of how often the signed-in admin gets emails about tasks. */
export function TaskEmails({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const stored = useQuery(taskEmailsQuery)
  const [chosen, setChosen] = useState<TaskEmailFrequency>()
  const formId = useId()
  const change = useMutation({
    mutationFn: (frequency: TaskEmailFrequency) => adminCall(setTaskEmails, { body: { frequency } }),
    async onSuccess(saved) {
      // A response that was requested before the change must not replace the new value.
      await queryClient.cancelQueries({ queryKey: taskEmailsQuery.queryKey })
      queryClient.setQueryData(taskEmailsQuery.queryKey, saved)
      toast.success('Your choice is saved')
      onClose()
    },
    onError: (error) => toast.failed(messageOf(error, 'We couldn’t save your choice. Please try again.')),
  })
  const selected = chosen ?? stored.data?.frequency

  function save(event: SubmitEvent): void {
    event.preventDefault()
    if (selected && !change.isPending) change.mutate(selected)
  }

  return (
    <Dialog
      title="Task emails"
      onClose={onClose}
      footer={
        selected && (
          <Button type="submit" form={formId} state={change.isPending ? 'busy' : 'idle'} busyLabel="Saving…">
            Save
          </Button>
        )
      }
    >
      {stored.isPending && (
        <div role="status" aria-busy="true" aria-label="Loading your choice">
          <Skeleton shape="block" />
        </div>
      )}
      {stored.isLoadingError && (
        <RetryNotice
          message={unlessOffline(stored.error, 'We couldn’t load your choice.')}
          busy={stored.isFetching}
          onRetry={() => void stored.refetch()}
        />
      )}
      {selected && (
        <form id={formId} className={styles.form} onSubmit={save}>
          <fieldset className={styles.choices}>
            <legend className={styles.legend}>How often do you want emails about new, referred back and approved tasks?</legend>
            {choices.map(({ frequency, label, hint }) => (
              <Radio
                key={frequency}
                className={styles.choice}
                name="frequency"
                value={frequency}
                checked={selected === frequency}
                onChange={() => setChosen(frequency)}
              >
                <span>
                  {label}
                  <span className={styles.hint}>{hint}</span>
                </span>
              </Radio>
            ))}
          </fieldset>
          {selected !== 'none' && <p>If a task that is due today or overdue is referred back, we email you at once.</p>}
          <p className={styles.hint}>This does not change emails about shared documents and the list of companies to call.</p>
        </form>
      )}
    </Dialog>
  )
}
