import { photoCount } from '@app/contracts/rules/photos.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { DialogFooter } from '../../shared/ui/Dialog.tsx'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import { UploadProgress } from '../../shared/ui/UploadProgress.tsx'
import { SentPhoto } from './PhotoRow.tsx'
import { resultsInWords } from './photos-in-words.ts'
import styles from './SendPhotos.module.css'
import { sendWaiting, stopSending } from './send-photos.ts'
import { clearSent, progressOf, useSending } from './sending.ts'

/** The photos of a delivery with their progress or their results. */
export function PhotosInTransit({ onClose }: { onClose: () => void }) {
  const { state, about, photos, problem } = useSending()
  const { total, arrived, size, share } = progressOf(photos)
  return (
    <>
      {about?.task && <p className={styles.lead}>Photos for “{about.task.title}”.</p>}
      {about?.note && <p className={styles.note}>{about.note}</p>}
      {state === 'sending' && <UploadProgress file={{ name: `${arrived} of ${photoCount(total)} sent`, size }} share={share} />}
      {state === 'sending' && <p>You can close this and go on working. Just keep the page open.</p>}
      {state === 'done' && <p role="status">{resultsInWords(photos)}</p>}
      <ErrorText>{state === 'paused' ? `${arrived} of ${photoCount(total)} sent. ${problem}` : undefined}</ErrorText>
      {photos.length > 0 && (
        <ul className={styles.rows} aria-label="Photos">
          {photos.map((photo) => (
            <SentPhoto key={photo.id} photo={photo} />
          ))}
        </ul>
      )}
      <DialogFooter>
        {state === 'done' ? (
          <>
            <Button tone="quiet" onClick={clearSent}>
              Send more
            </Button>
            <Button onClick={onClose}>Done</Button>
          </>
        ) : (
          <>
            <Button tone="quiet" onClick={stopSending}>
              Stop sending
            </Button>
            {state === 'paused' ? (
              <Button onClick={() => sendWaiting()}>Try again</Button>
            ) : (
              <Button tone="quiet" onClick={onClose}>
                Close
              </Button>
            )}
          </>
        )}
      </DialogFooter>
    </>
  )
}
