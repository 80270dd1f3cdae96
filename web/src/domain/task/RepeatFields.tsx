import { firstOccurrence } from '@app/contracts/rules/occurrences.ts'
import { type RepeatRule, recurrenceText } from '@app/contracts/rules/recurrence.ts'
import { useFormContext } from '../../shared/form/Form.tsx'
import { useBusinessTomorrow } from '../../shared/format/use-today.ts'
import { Checkbox } from '../../shared/ui/Checkbox.tsx'
import { DateField, FieldPair } from '../../shared/ui/Field.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './RepeatFields.module.css'
import { RuleFields } from './RuleFields.tsx'
import type { RepeatForm } from './repeat-form.ts'

/** The switch of a new task that repeats. Must be inside a `Form`. */
export function RepeatSwitch() {
  const { flag } = useFormContext<RepeatForm>()
  return <Checkbox look="switch" label="Repeats" hint="Weekly, every other week or monthly, until an end date." {...flag('isRecurring')} />
}

interface RepeatFieldsProps {
  /** Whether an admin fills in the form, so that the company reviews the posts. */
  isForCompany?: boolean
}

/** On which days a new task repeats, and from when to when. Must be inside a `Form`. */
export function RepeatFields({ isForCompany = false }: RepeatFieldsProps) {
  const { text, values, set } = useFormContext<RepeatForm>()
  const tomorrow = useBusinessTomorrow()
  const { recurrenceType, recurrenceStartDate, recurrenceEndDate, weeklyDayOfWeek, monthlyWeek, monthlyDayOfWeek } = values

  function startOn(start: string): void {
    set({ recurrenceStartDate: start, ...(recurrenceEndDate < start && { recurrenceEndDate: '' }) })
  }

  return (
    <>
      <RuleFields canBeEmpty />
      <FieldPair>
        <DateField
          label="Starts"
          required
          min={tomorrow}
          {...text('recurrenceStartDate')}
          onChange={({ currentTarget }) => startOn(currentTarget.value)}
        />
        <DateField label="Ends" required min={recurrenceStartDate || tomorrow} {...text('recurrenceEndDate')} />
      </FieldPair>
      {recurrenceType && (
        <p className={styles.sentence} role="status">
          {recurrenceText({ recurrenceType, weeklyDayOfWeek, monthlyWeek, monthlyDayOfWeek })}
        </p>
      )}
      {recurrenceType && recurrenceStartDate && recurrenceEndDate && (
        <FirstDate values={{ ...values, recurrenceType }} reviewers={isForCompany ? 'the company reviews' : 'you review'} />
      )}
    </>
  )
}

interface FirstDateProps {
  values: RepeatRule & Pick<RepeatForm, 'recurrenceStartDate' | 'recurrenceEndDate'>
  /** Who reviews the posts, for example "you review". */
  reviewers: string
}

/** Says when the task is posted first, and that each date becomes a task of its own. */
function FirstDate({ values, reviewers }: FirstDateProps) {
  const first = firstOccurrence(values, values.recurrenceStartDate, values.recurrenceEndDate)
  return (
    <p className={styles.rule}>
      {first ? (
        <>
          First on <Time value={first} full />. Each date becomes a separate task, so {reviewers} every post.
        </>
      ) : (
        'No such day falls between these dates, so the task won’t repeat.'
      )}
    </p>
  )
}
