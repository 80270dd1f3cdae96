import { STEP_BODY_MAX, STEP_SUBJECT_MAX, type StepDraft } from '@app/contracts/rules/campaigns.ts'
import { type FocusEvent, useRef } from 'react'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { Field, TextArea } from '../../../shared/ui/Field.tsx'
import { InsertField } from './InsertField.tsx'
import styles from './MailFields.module.css'

export type MailWords = Pick<StepDraft, 'subject' | 'body'>

export function MailFields() {
  const { text } = useFormContext<MailWords>()
  const lastFocused = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const remember = ({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    lastFocused.current = currentTarget
  }

  return (
    <div className={styles.fields}>
      <Field label="Email Subject" required maxLength={STEP_SUBJECT_MAX} data-autofocus="" onFocus={remember} {...text('subject')} />
      <TextArea
        label="Body Content"
        required
        maxLength={STEP_BODY_MAX}
        hint="Leave a blank line between paragraphs. Web addresses become links."
        onFocus={remember}
        {...text('body')}
      />
      <InsertField into={lastFocused} />
    </div>
  )
}
