import type { Audience } from '@app/contracts/rules/campaigns.ts'
import type { ReactNode } from 'react'
import { useFormContext } from '../../../shared/form/Form.tsx'
import styles from './MailEditor.module.css'
import { MailFields, type MailWords } from './MailFields.tsx'
import { type Attached, MailPreview } from './MailPreview.tsx'

interface MailEditorProps {
  companyProfileId: string
  audience: Audience
  attached: Attached | undefined
  stepId?: string
  children?: ReactNode
}

/** Reads the subject and body from the surrounding form. */
export function MailEditor({ children, ...preview }: MailEditorProps) {
  const { values } = useFormContext<MailWords>()
  return (
    <div className={styles.editor}>
      <div className={styles.words}>
        <MailFields />
        {children}
      </div>
      <MailPreview {...preview} words={{ subject: values.subject, body: values.body }} />
    </div>
  )
}
