import { monthWeeks, recurrenceText, recurrenceTypes, weekdays } from '@app/contracts/rules/recurrence.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { businessTomorrow } from '../../../shared/config/business-time.ts'
import { DateField } from '../../../shared/ui/DateField.tsx'
import { FieldPair } from '../../../shared/ui/FieldPair.tsx'
import { Select } from '../../../shared/ui/Select.tsx'
import styles from './Repeats.module.css'
import type { TaskForm } from './task-form.ts'

const inWords = (word: string) => ({ value: word, label: word.charAt(0).toUpperCase() + word.slice(1) })
const typeOptions = [{ value: '', label: 'Choose how often' }, ...recurrenceTypes.map(inWords)]
const dayOptions = weekdays.map(inWords)
const weekOptions = monthWeeks.map(inWords)

/** How a task repeats, said back in a sentence. */
export function Repeats() {
  const { register, control, getValues, setValue, clearErrors, formState } = useFormContext<TaskForm>()
  const [recurrenceType, recurrenceStartDate, weeklyDayOfWeek, monthlyWeek, monthlyDayOfWeek] = useWatch({
    control,
    name: ['recurrenceType', 'recurrenceStartDate', 'weeklyDayOfWeek', 'monthlyWeek', 'monthlyDayOfWeek'],
  })
  const { errors } = formState

  function dropEarlyEnd(): void {
    const { recurrenceStartDate: start, recurrenceEndDate: end } = getValues()
    clearErrors()
    if (end && end < start) setValue('recurrenceEndDate', '')
  }

  return (
    <>
      <Select
        label="Recurrence type"
        required
        options={typeOptions}
        error={errors.recurrenceType?.message}
        {...register('recurrenceType', { onChange: () => clearErrors() })}
      />
      {(recurrenceType === 'weekly' || recurrenceType === 'bi-weekly') && (
        <Select label="Day of the week" options={dayOptions} {...register('weeklyDayOfWeek')} />
      )}
      {recurrenceType === 'monthly' && (
        <FieldPair>
          <Select label="Week of the month" options={weekOptions} {...register('monthlyWeek')} />
          <Select label="Day of the week" options={dayOptions} {...register('monthlyDayOfWeek')} />
        </FieldPair>
      )}
      <FieldPair>
        <DateField
          label="Starts"
          required
          min={businessTomorrow()}
          error={errors.recurrenceStartDate?.message}
          {...register('recurrenceStartDate', { onChange: dropEarlyEnd })}
        />
        <DateField
          label="Ends"
          required
          min={recurrenceStartDate || businessTomorrow()}
          error={errors.recurrenceEndDate?.message}
          {...register('recurrenceEndDate', { onChange: () => clearErrors('recurrenceEndDate') })}
        />
      </FieldPair>
      {recurrenceType && (
        <p className={styles.sentence} role="status">
          {recurrenceText({ recurrenceType, weeklyDayOfWeek, monthlyWeek, monthlyDayOfWeek })}
        </p>
      )}
    </>
  )
}
