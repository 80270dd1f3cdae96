import { type BriefText, briefTexts } from '@app/contracts/rules/brief.ts'
import { COMPANY_FIELD } from '@app/contracts/rules/task-batches.ts'
import { type FocusEvent, type SubmitEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { BriefTextField, PlatformChips } from '../../../domain/task/NewTaskPanel.tsx'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import type { FormOf } from '../../../shared/form/use-form.ts'
import { useBusinessTomorrow } from '../../../shared/format/use-today.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { DateField, FieldGroup, FieldPair } from '../../../shared/ui/Field.tsx'
import { briefLabels } from '../brief-labels.ts'
import { adminPlatforms } from '../create/new-task-form.ts'
import type { BatchForm } from './batch-form.ts'
import { ChooseCompanies } from './ChooseCompanies.tsx'
import styles from './TaskBatch.module.css'

const isBriefText = (name: string): name is BriefText => (briefTexts as readonly string[]).includes(name)

interface WriteBatchProps {
  id: string
  form: FormOf<BatchForm>
  /** Hides the form while the check is shown. The form stays in the page, because it asks before unsent input is left. */
  hidden: boolean
  onSubmit: (event: SubmitEvent) => void
}

/** The form for one brief for many companies. */
export function WriteBatch({ id, form, hidden, onSubmit }: WriteBatchProps) {
  const tomorrow = useBusinessTomorrow()
  /** The text field that had the focus last. The button inserts the company's name there. */
  const last = useRef<BriefText>('title')

  function remember({ target }: FocusEvent): void {
    if ('name' in target && typeof target.name === 'string' && isBriefText(target.name)) last.current = target.name
  }

  function insertName(): void {
    const control = form.element.current?.elements.namedItem(last.current) as HTMLInputElement | HTMLTextAreaElement | null
    if (!control) return
    const { value, selectionStart, selectionEnd } = control
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length]
    flushSync(() => form.set({ [last.current]: value.slice(0, from) + COMPANY_FIELD + value.slice(to) }))
    control.focus()
    control.setSelectionRange(from + COMPANY_FIELD.length, from + COMPANY_FIELD.length)
  }

  return (
    <KeptForm id={id} className={styles.form} form={form} hidden={hidden} onSubmit={onSubmit} onFocus={remember}>
      <FieldGroup title="What">
        <div className={styles.insert}>
          <p>Write {COMPANY_FIELD} in a text, and each company reads its own name there.</p>
          <Button tone="quiet" size="small" onClick={insertName}>
            Insert the company’s name
          </Button>
        </div>
        {briefTexts.map((name) => (
          <BriefTextField key={name} name={name} label={briefLabels[name]} />
        ))}
      </FieldGroup>
      <FieldGroup title="When">
        <FieldPair>
          <DateField label="Target Posting Date" required min={tomorrow} {...form.text('targetPostingDate')} />
          <DateField label="Submission for Review Date" required min={tomorrow} {...form.text('submissionForReview')} />
        </FieldPair>
      </FieldGroup>
      <PlatformChips platforms={adminPlatforms} />
      <ChooseCompanies />
    </KeptForm>
  )
}
