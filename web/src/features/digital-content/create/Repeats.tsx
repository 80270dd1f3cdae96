import { monthWeeks, recurrenceText, recurrenceTypes, weekdays } from '@app/contracts/rules/recurrence.ts'
import { businessTomorrow } from '../../../shared/config/business-time.ts'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { DateField, FieldPair, Select } from '../../../shared/ui/Field.tsx'
import styles from './Repeats.module.css'
import type { TaskForm } from './task-form.ts'

const inWords = (word: string) => ({ value: word, label: word.charAt(0).toUpperCase() + word.slice(1) })
const typeOptions = [{ value: '', label: 'Choose how often' }, ...recurrenceTypes.map(inWords)]
const dayOptions = weekdays.map(inWords)
const weekOptions = monthWeeks.map(inWords)

/** How a task repeats, said back in a sentence. */
export function Repeats() {
  const { text, choice, values, set } = useFormContext<TaskForm>()
  const { recurrenceType, recurrenceStartDate, recurrenceEndDate, weeklyDayOfWeek, monthlyWeek, monthlyDayOfWeek } = values

  function startOn(start: string): void {
    set({ recurrenceStartDate: start, ...(recurrenceEndDate < start && { recurrenceEndDate: '' }) })
  }

  return (
    <>
      <Select label="Recurrence type" required options={typeOptions} {...choice('recurrenceType')} />
      {(recurrenceType === 'weekly' || recurrenceType === 'bi-weekly') && (
        <Select label="Day of the week" options={dayOptions} {...choice('weeklyDayOfWeek')} />
      )}
      {recurrenceType === 'monthly' && (
        <FieldPair>
          <Select label="Week of the month" options={weekOptions} {...choice('monthlyWeek')} />
          <Select label="Day of the week" options={dayOptions} {...choice('monthlyDayOfWeek')} />
        </FieldPair>
      )}
      <FieldPair>
        <DateField
          label="Starts"
          required
          min={businessTomorrow()}
          {...text('recurrenceStartDate')}
          onChange={({ currentTarget }) => startOn(currentTarget.value)}
        />
        <DateField label="Ends" required min={recurrenceStartDate || businessTomorrow()} {...text('recurrenceEndDate')} />
      </FieldPair>
      {recurrenceType && (
        <p className={styles.sentence} role="status">
          {recurrenceText({ recurrenceType, weeklyDayOfWeek, monthlyWeek, monthlyDayOfWeek })}
        </p>
      )}
    </>
  )
}
