import { photoCount } from '@app/contracts/rules/photos.ts'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { guardSession } from '../../shared/form/unsent.ts'
import { Button, IconButton } from '../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../shared/ui/Dialog.tsx'
import { FloatingBar } from '../../shared/ui/FloatingBars.tsx'
import { LinkButton } from '../../shared/ui/LinkButton.tsx'
import { UploadProgress } from '../../shared/ui/UploadProgress.tsx'
import { opening } from '../../shared/ui/use-overlay.ts'
import styles from './PhotosBar.module.css'
import { resultsInWords } from './photos-in-words.ts'
import { continueAfterReload, sendWaiting } from './send-photos.ts'
import { clearAll, clearSent, progressOf, useSending } from './sending.ts'

/**
 * The progress of photos that are being sent while the form is closed. `section` is the number of the documents section, in which the form
 * can be opened.
 */
export default function PhotosBar({ section }: { section: number }) {
  const { state, hasLost, chosen, isFormOpen } = useSending()
  useEffect(() => void continueAfterReload(), [])
  const isUnsent = chosen.length > 0 || state === 'sending' || state === 'paused'
  return (
    <>
      {isUnsent && <SignOutQuestion />}
      {!isFormOpen && (isUnsent || state === 'done' || hasLost) && <Bar section={section} />}
    </>
  )
}

function Bar({ section }: { section: number }) {
  const { state, photos, chosen, problem, hasLost } = useSending()
  const { total, arrived, size, share } = progressOf(photos)
  const show = (
    <LinkButton tone="quiet" {...opening(`?${new URLSearchParams({ section: String(section), show: 'photos' })}`)}>
      Show
    </LinkButton>
  )
  if (state === 'sending') {
    return (
      <FloatingBar label="Photos">
        <UploadProgress file={{ name: `${arrived} of ${photoCount(total)} sent`, size }} share={share} />
        <div className={styles.line}>{show}</div>
      </FloatingBar>
    )
  }
  return (
    <FloatingBar label="Photos">
      <div className={styles.line}>
        <p className={styles.words} role="status">
          {state === 'paused' && `${arrived} of ${photoCount(total)} sent. ${problem}`}
          {state === 'done' && resultsInWords(photos)}
          {state === 'idle' &&
            (hasLost && chosen.length === 0 ? 'Not all your photos arrived.' : `${photoCount(chosen.length)} not sent yet.`)}
        </p>
        {state === 'done' && <IconButton label="Close" icon={<X />} onClick={clearSent} />}
        {state === 'idle' && <IconButton label="Discard" icon={<X />} onClick={clearAll} />}
      </div>
      <div className={styles.line}>
        {show}
        {state === 'paused' && <Button onClick={() => sendWaiting()}>Try again</Button>}
      </div>
    </FloatingBar>
  )
}

/** Asks before a sign-out while photos are not sent. */
function SignOutQuestion() {
  /** Function that signs out. It is set while the dialog is open. */
  const [leave, setLeave] = useState<() => void>()
  useEffect(() => {
    const stop = guardSession((next) => setLeave(() => next))
    return () => void stop()
  }, [])
  if (!leave) return null
  return (
    <ConfirmDialog
      title="Sign out before your photos are sent?"
      question="Photos that haven’t arrived yet won’t be sent."
      confirmLabel="Sign out"
      cancelLabel="Keep sending"
      onConfirm={leave}
      onCancel={() => setLeave(undefined)}
    />
  )
}
