import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { guardSession } from '../../../shared/form/unsent.ts'
import { IconButton, LinkButton } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { UploadProgress } from '../../../shared/ui/UploadProgress.tsx'
import { opening } from '../../../shared/ui/use-overlay.ts'
import styles from './UploadsBar.module.css'
import { dropFiles, namesOf, stopUploads, useUploads } from './uploads.ts'

/** Where the form is open, in the section of that number. */
const formAt = (section: number) => `?${new URLSearchParams({ section: String(section), show: 'new' })}`

/** Whatever section is looked at: how far the upload is, and what still waits for its form. Not while that is open, which tells the same. */
export default function UploadsBar({ section }: { section: number }) {
  const uploads = useUploads()
  const { waiting, sending } = uploads
  const { search } = useLocation()
  /** How to log out, while it is asked about. */
  const [leave, setLeave] = useState<() => void>()
  const [current, ...later] = sending

  useEffect(() => {
    const stop = guardSession((next) => setLeave(() => next))
    return () => void stop()
  }, [])

  function logOut(): void {
    stopUploads()
    leave?.()
  }

  if (search === formAt(section)) return null

  return (
    <aside className={styles.bar} aria-label="Uploads">
      {current && <UploadProgress key={current.file.name} file={current.file} share={current.share} onCancel={current.cancel} />}
      {later.length > 0 && <p className={styles.words}>{later.length} more after that</p>}
      {waiting.length > 0 && (
        <div className={styles.waiting}>
          <p className={styles.words}>{wordsOf(waiting)}</p>
          <LinkButton tone="quiet" {...opening(formAt(section))}>
            Continue
          </LinkButton>
          {!current && <IconButton label="Discard" icon={<X />} onClick={dropFiles} />}
        </div>
      )}
      {leave && (
        <ConfirmDialog
          title="Log out before all is uploaded?"
          question={`Not uploaded yet: ${namesOf(uploads)}`}
          confirmLabel="Log out"
          cancelLabel="Keep uploading"
          onConfirm={logOut}
          onCancel={() => setLeave(undefined)}
        />
      )}
    </aside>
  )
}

function wordsOf(waiting: ReturnType<typeof useUploads.getState>['waiting']): string {
  const [first] = waiting
  if (first?.words) return `${first.file.name} is not uploaded yet.`
  return waiting.length === 1 ? '1 file waits for its form.' : `${waiting.length} files wait for their forms.`
}
