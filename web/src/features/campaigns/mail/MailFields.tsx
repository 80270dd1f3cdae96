import { STEP_BODY_MAX, STEP_SUBJECT_MAX, type StepDraft } from '@app/contracts/rules/campaigns.ts'
import { type FocusEvent, useRef } from 'react'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { Field, TextArea } from '../../../shared/ui/Field.tsx'
import { InsertField } from './InsertField.tsx'
import styles from './MailFields.module.css'

export type MailWords = Pick<StepDraft, 'subject' | 'body'>

/** What a mail says, in a form that holds it. */
export function MailFields() {
  const { text } = useFormContext<MailWords>()
  /** The one that was written in last. */
  const written = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const remember = ({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    written.current = currentTarget
  }

  return (
    <div className={styles.fields}>
      <Field label="Email Subject" required maxLength={STEP_SUBJECT_MAX} data-autofocus="" onFocus={remember} {...text('subject')} />
      <TextArea
        label="Body Content"
        required
        maxLength={STEP_BODY_MAX}
        hint="An empty line begins a new paragraph. Addresses of pages become links."
        onFocus={remember}
        {...text('body')}
      />
      <InsertField into={written} />
    </div>
  )
}
