import type { Series } from '@app/contracts/http/series.ts'
import { recurrenceText } from '@app/contracts/rules/recurrence.ts'
import { checkSeriesEnd } from '@app/contracts/rules/task-dates.ts'
import { useEffect } from 'react'
import { RuleFields } from '../../../domain/task/RuleFields.tsx'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { businessTomorrow } from '../../../shared/format/dates.ts'
import { useBusinessTomorrow } from '../../../shared/format/use-today.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { DateField } from '../../../shared/ui/Field.tsx'
import { useSendSeries } from './series-actions.ts'
import { seriesForm } from './series-form.ts'
import styles from './TaskSeries.module.css'

interface ChangeSeriesProps {
  series: Series
  onClose: () => void
}

/** The form with which the owner changes on which dates a task repeats. Its first field gets the focus. */
export default function ChangeSeries({ series, onClose }: ChangeSeriesProps) {
  const tomorrow = useBusinessTomorrow()
  const { send, onFailure } = useSendSeries(series)
  const form = useForm({
    initial: seriesForm(series),
    check({ recurrenceEndDate }) {
      const fault = checkSeriesEnd(recurrenceEndDate, businessTomorrow())
      return fault ? [fault] : []
    },
    send,
    onSent: onClose,
    onFailure,
  })
  const { element, text, state, values } = form
  useEffect(() => element.current?.querySelector('select')?.focus(), [element])

  return (
    <KeptForm form={form} aria-label="Change repeats">
      <RuleFields />
      <DateField label="Ends" required min={tomorrow} {...text('recurrenceEndDate')} />
      <p className={styles.hint} role="status">
        {recurrenceText(values)}. Tasks in your list keep their dates.
      </p>
      <div className={styles.actions}>
        <Button tone="quiet" size="small" disabled={state === 'busy'} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="small" state={state === 'busy' ? 'busy' : 'idle'} busyLabel="Saving…">
          Save
        </Button>
      </div>
    </KeptForm>
  )
}
