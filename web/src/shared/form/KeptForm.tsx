import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import styles from './Form.module.css'
import { Form, type FormProps } from './Form.tsx'
import { guardForm, recordHistoryPosition } from './unsent.ts'

interface KeptFormProps<V extends object> extends FormProps<V> {
  /** Said where it began with a draft: what that does not hold. */
  notKept?: string
}

/** A form that is not left with something in it unless one says so, and that tells when it began with a draft. */
export function KeptForm<V extends object>({ notKept, ...props }: KeptFormProps<V>) {
  const { element, isUnsent, isUnkept, isRestored, clear } = props.form
  /** How to go on, while it is asked about. */
  const [leave, setLeave] = useState<() => void>()
  const { key } = useLocation()

  const holdsSomething = useEffectEvent(isUnsent)
  useEffect(() => {
    const stop = guardForm({ element: () => element.current, isUnsent: () => holdsSomething(), ask: (next) => setLeave(() => next) })
    return () => void stop()
  }, [element])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key is another place
  useEffect(recordHistoryPosition, [key])

  // The browser asks in its own words when the tab is closed or loaded anew.
  useEffect(() => {
    if (!isUnkept) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnkept])

  function discard(): void {
    setLeave(undefined)
    clear()
    leave?.()
  }

  return (
    <>
      {isRestored && (
        <p className={styles.restored} role="status">
          What you had entered before is back. {notKept}
        </p>
      )}
      <Form {...props} />
      {leave && (
        <ConfirmDialog
          title="Discard what you entered?"
          question="It has not been sent yet."
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          onConfirm={discard}
          onCancel={() => setLeave(undefined)}
        />
      )}
    </>
  )
}
