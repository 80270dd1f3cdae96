import { useEffect, useState } from 'react'

const dialogInHistory = (): string | undefined => window.history.state?.dialog

/** Stores in the browser's history which dialog is open. Back closes the dialog, and a reload opens it again. */
export function useDialogInHistory<Name extends string>() {
  const [dialog, setDialog] = useState(dialogInHistory)

  useEffect(() => {
    const follow = () => setDialog(dialogInHistory())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  return {
    dialog: dialog as Name | undefined,
    open(name: Name) {
      // The page does not scroll below a dialog. Without this, the browser would scroll back from the result of a decision, which is at the
      // top of the page, to the place where the dialog was opened.
      window.history.scrollRestoration = 'manual'
      window.history.pushState({ dialog: name }, '')
      setDialog(name)
    },
    close() {
      if (dialogInHistory()) window.history.back()
    },
  }
}
