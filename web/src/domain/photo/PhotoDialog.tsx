import { formatSize } from '@app/contracts/format/file-size.ts'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import button from '../../shared/ui/Button.module.css'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { RetryNotice } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './PhotoDialog.module.css'
import type { OpenedPhoto } from './PhotoSection.tsx'

interface PhotoDialogProps extends OpenedPhoto {
  taskName: (taskId: number) => string
  /** Further content below the facts. */
  children?: ReactNode
  /** Buttons before the download. */
  actions?: ReactNode
}

/** One photo with its facts, large, and to download. */
export function PhotoDialog({ photo, isGone, taskName, onReload, onClose, children, actions }: PhotoDialogProps) {
  const { fileName, url, displayUrl, width, height, size, sentAt, taskId, note } = photo
  /** The link of a picture that could not be loaded, for example because the link has expired. */
  const [failedUrl, setFailedUrl] = useState<string>()
  return (
    <Dialog
      title={fileName}
      wide
      onClose={onClose}
      footer={
        !isGone && (
          <>
            {actions}
            <a href={url} className={`${button.button} ${button.quiet} ${button.medium}`} download>
              <Download aria-hidden="true" />
              Download
            </a>
          </>
        )
      }
    >
      <div className={styles.content}>
        {isGone ? (
          <p role="status">This photo was removed.</p>
        ) : failedUrl === displayUrl ? (
          <RetryNotice
            message="We couldn’t load the photo."
            onRetry={() => {
              setFailedUrl(undefined)
              onReload()
            }}
          />
        ) : (
          <img
            className={styles.picture}
            src={displayUrl}
            alt={fileName}
            width={width}
            height={height}
            onError={() => setFailedUrl(displayUrl)}
          />
        )}
        {note && <p className={styles.note}>{note}</p>}
        <p className={styles.facts}>
          Sent <Time value={sentAt} clock />
          {taskId !== null && <> for {taskName(taskId)}</>} · {formatSize(size)}
        </p>
        {!isGone && children}
      </div>
    </Dialog>
  )
}
