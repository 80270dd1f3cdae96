import { type ReactNode, useState } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { Button, type ButtonState } from '../ui/Button.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import styles from './NewTaskPanel.module.css'

const BACK_TO_IDLE_MS = 1_500
const FORM_ID = 'new-task'

interface NewTaskPanelProps<F extends FieldValues> {
  title: string
  form: UseFormReturn<F>
  /** Says what is wrong with the form, and answers whether it may be sent. */
  check: (values: F) => boolean
  /** Rejects when there is no new task. */
  send: (values: F) => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Where a new task is written. Its button goes round from Submit to Submitted and back. */
export function NewTaskPanel<F extends FieldValues>({ title, form, check, send, onClose, children }: NewTaskPanelProps<F>) {
  const [state, setState] = useState<ButtonState>('idle')

  async function submit(values: F): Promise<void> {
    if (!check(values)) return
    setState('busy')
    try {
      await send(values)
      setState('done')
      setTimeout(() => setState('idle'), BACK_TO_IDLE_MS)
    } catch {
      setState('idle')
    }
  }

  return (
    <SidePanel
      title={title}
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM_ID} state={state} busyLabel="Submitting..." doneLabel="Submitted">
          Submit
        </Button>
      }
    >
      <FormProvider {...form}>
        <form id={FORM_ID} className={styles.form} noValidate onSubmit={form.handleSubmit(submit)}>
          {children}
        </form>
      </FormProvider>
    </SidePanel>
  )
}
