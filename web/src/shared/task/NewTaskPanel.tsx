import type { ReactNode } from 'react'
import { KeptForm } from '../form/KeptForm.tsx'
import type { FormOf } from '../form/use-form.ts'
import { Button } from '../ui/Button.tsx'
import { SidePanel } from '../ui/Dialog.tsx'
import styles from './NewTaskPanel.module.css'

/** After this its button says Submit again. */
export const NEW_TASK_IDLE_MS = 1_500
const FORM_ID = 'new-task'

interface NewTaskPanelProps<V extends object> {
  title: string
  form: FormOf<V>
  /** In place of the form's own. */
  onSubmit?: FormOf<V>['submit']
  onClose: () => void
  children: ReactNode
}

/** Where a new task is written. Its button goes round from Submit to Submitted and back. */
export function NewTaskPanel<V extends object>({ title, form, onSubmit, onClose, children }: NewTaskPanelProps<V>) {
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM_ID} state={form.state} busyLabel="Submitting..." doneLabel="Submitted">
          Submit
        </Button>
      }
    >
      <KeptForm id={FORM_ID} className={styles.form} form={form} onSubmit={onSubmit ?? form.submit}>
        {children}
      </KeptForm>
    </SidePanel>
  )
}
