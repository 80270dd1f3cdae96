import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { guardSession } from '../../../shared/form/unsent.ts'
import { IconButton } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { FloatingBar } from '../../../shared/ui/FloatingBars.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { UploadProgress } from '../../../shared/ui/UploadProgress.tsx'
import { opening } from '../../../shared/ui/use-overlay.ts'
import styles from './UploadsBar.module.css'
import { dropFiles, namesOf, stopUploads, useUploads } from './uploads.ts'

/** Returns the URL of the upload form. `section` is the number of the documents section. */
const formAt = (section: number) => `?${new URLSearchParams({ section: String(section), show: 'new' })}`

/** The upload bar is hidden while the upload form is open, because the form shows the same files. */
export default function UploadsBar({ section }: { section: number }) {
  const uploads = useUploads()
  const { waiting, sending } = uploads
  const { search } = useLocation()
  /** Function that logs out. It is set while the dialog asks whether to log out during an upload. */
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
    <FloatingBar label="Uploads">
      {current && <UploadProgress key={current.file.name} file={current.file} share={current.share} onCancel={current.cancel} />}
      {later.length > 0 && <p className={styles.words}>{later.length} more after this</p>}
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
          title="Sign out before your files are uploaded?"
          question={`Not uploaded yet: ${namesOf(uploads)}`}
          confirmLabel="Log out"
          cancelLabel="Keep uploading"
          onConfirm={logOut}
          onCancel={() => setLeave(undefined)}
        />
      )}
    </FloatingBar>
  )
}

function wordsOf(waiting: ReturnType<typeof useUploads.getState>['waiting']): string {
  const [first] = waiting
  if (first?.words) return `${first.file.name} is not uploaded yet.`
  return waiting.length === 1 ? '1 file still needs details.' : `${waiting.length} files still need details.`
}
