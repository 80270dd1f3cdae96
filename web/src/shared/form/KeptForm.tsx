import { useEffect, useEffectEvent, useState } from 'react'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import styles from './Form.module.css'
import { Form, type FormProps } from './Form.tsx'
import { guardForm } from './unsent.ts'

interface KeptFormProps<V extends object> extends FormProps<V> {
  /** Text after the notice of a restored draft. It names the input that drafts do not contain, such as files. */
  notKept?: string
  /**
   * Returns whether the form stays open at the browser's current URL. If it does, Back and Forward do not leave the form, and ask for no
   * confirmation. Default: never.
   */
  isOpenAtUrl?: () => boolean
}

const never = () => false

/** A form that asks for confirmation before the user leaves unsent input. Shows a notice when a draft was restored. */
export function KeptForm<V extends object>({ notKept, isOpenAtUrl = never, ...props }: KeptFormProps<V>) {
  const { element, isUnsent, isUnkept, isRestored, clear } = props.form
  /** Continues the navigation that the dialog interrupted. Undefined while no dialog is open. */
  const [leave, setLeave] = useState<() => void>()

  const holdsSomething = useEffectEvent(isUnsent)
  const staysOpen = useEffectEvent(isOpenAtUrl)
  useEffect(() => {
    const stop = guardForm({
      element: () => element.current,
      isUnsent: () => holdsSomething(),
      isOpenAtUrl: () => staysOpen(),
      ask: (next) => setLeave(() => next),
    })
    return () => void stop()
  }, [element])

  // The browser shows its own confirmation when the tab is closed or reloaded.
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
          We restored what you entered before. {notKept}
        </p>
      )}
      <Form {...props} />
      {leave && (
        <ConfirmDialog
          title="Discard what you entered?"
          question="You haven’t sent it yet."
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          onConfirm={discard}
          onCancel={() => setLeave(undefined)}
        />
      )}
    </>
  )
}
