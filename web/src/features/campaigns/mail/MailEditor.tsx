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

/** The fields for an email's subject and body with a live preview beside them. It must be rendered inside a form. */
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
