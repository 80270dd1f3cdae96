import { X } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { IconButton, LinkButton } from '../../../shared/ui/Button.tsx'
import { UploadProgress } from '../../../shared/ui/UploadProgress.tsx'
import { opening } from '../../../shared/ui/use-overlay.ts'
import styles from './UploadsBar.module.css'
import { dropFiles, useUploads } from './uploads.ts'

/** Where the form is open, in the section of that number. */
const formAt = (section: number) => `?${new URLSearchParams({ section: String(section), show: 'new' })}`

/** Whatever section is looked at: how far the upload is, and what still waits for its form. Not while that is open, which tells the same. */
export default function UploadsBar({ section }: { section: number }) {
  const { waiting, sending } = useUploads()
  const { search } = useLocation()
  const [current, ...later] = sending
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
    </aside>
  )
}

function wordsOf(waiting: ReturnType<typeof useUploads.getState>['waiting']): string {
  const [first] = waiting
  if (first?.words) return `${first.file.name} is not uploaded yet.`
  return waiting.length === 1 ? '1 file waits for its form.' : `${waiting.length} files wait for their forms.`
}
