import {
  type MonthWeek,
  monthWeeks,
  type RecurrenceType,
  recurrenceTypes,
  type Weekday,
  weekdays,
} from '@app/contracts/rules/recurrence.ts'
import { useFormContext } from '../../shared/form/Form.tsx'
import { FieldPair, Select } from '../../shared/ui/Field.tsx'

/** The fields of a form that select on which days a task repeats. */
interface RuleForm {
  recurrenceType: RecurrenceType | ''
  weeklyDayOfWeek: Weekday
  monthlyWeek: MonthWeek
  monthlyDayOfWeek: Weekday
}

const inWords = (word: string) => ({ value: word, label: word.charAt(0).toUpperCase() + word.slice(1) })
const typeOptions = recurrenceTypes.map(inWords)
const emptyOption = { value: '', label: 'Choose how often' }
const dayOptions = weekdays.map(inWords)
const weekOptions = monthWeeks.map(inWords)

/** Selects how often and on which day a task repeats. `canBeEmpty`: whether no recurrence type is selected at first. */
export function RuleFields({ canBeEmpty = false }: { canBeEmpty?: boolean }) {
  const { choice, values } = useFormContext<RuleForm>()
  const { recurrenceType } = values
  return (
    <>
      <Select
        label="Recurrence type"
        required
        options={canBeEmpty ? [emptyOption, ...typeOptions] : typeOptions}
        {...choice('recurrenceType')}
      />
      {(recurrenceType === 'weekly' || recurrenceType === 'bi-weekly') && (
        <Select label="Day of the week" options={dayOptions} {...choice('weeklyDayOfWeek')} />
      )}
      {recurrenceType === 'monthly' && (
        <FieldPair>
          <Select label="Week of the month" options={weekOptions} {...choice('monthlyWeek')} />
          <Select label="Day of the week" options={dayOptions} {...choice('monthlyDayOfWeek')} />
        </FieldPair>
      )}
    </>
  )
}
