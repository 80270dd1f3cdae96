import type { RefObject } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { DialogFooter } from '../../../shared/ui/Dialog.tsx'
import { LazyUploadProgress } from '../../../shared/ui/LazyUploadProgress.ts'
import styles from './TaskPanel.module.css'

interface DeliveryActionsProps {
  formId: string
  files: readonly File[]
  /** The upload in progress. Undefined if no upload is in progress. */
  sending: 'version' | 'draft' | undefined
  /** Sent share of the files, from 0 to 1. */
  progress: number
  /** Whether files are chosen and all of them are inspected. */
  isReady: boolean
  /** Whether the form can deliver a version. If not, it can only save a draft. */
  canDeliver: boolean
  /** Whether the panel can show another task after the delivery. */
  hasNext: boolean
  /** The main button of the form. */
  submit: RefObject<HTMLButtonElement | null>
  onAddFiles: () => void
  /** Called before the form is sent. `opensNext` is whether the panel then shows the next task. */
  onPress: (sends: 'version' | 'draft', opensNext: boolean) => void
  /** Called when the admin cancels the upload. */
  onStop: () => void
  /** Called when the admin cancels the form. Undefined if the form cannot be canceled. */
  onCancel: (() => void) | undefined
}

/** The buttons of the delivery form, and the progress of its upload. Both stay visible at the bottom of the panel. */
export function DeliveryActions(props: DeliveryActionsProps) {
  const { formId, files, sending, progress, isReady, canDeliver, hasNext, submit, onAddFiles, onPress, onStop, onCancel } = props
  const isBusy = sending !== undefined
  const isDisabled = !isReady || isBusy
  const [first] = files
  const total = files.reduce((sum, { size }) => sum + size, 0)

  return (
    <DialogFooter>
      {isBusy && (
        <div className={styles.sending}>
          <LazyUploadProgress
            file={{ name: first && files.length === 1 ? first.name : `${files.length} files`, size: total }}
            share={progress}
            onCancel={onStop}
          />
        </div>
      )}
      <div className={styles.actions}>
        <Button tone="quiet" disabled={isBusy} onClick={onAddFiles}>
          Add files
        </Button>
        {onCancel && (
          <Button tone="quiet" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          form={formId}
          ref={canDeliver ? undefined : submit}
          tone={canDeliver ? 'quiet' : 'primary'}
          state={sending === 'draft' ? 'busy' : 'idle'}
          busyLabel="Saving..."
          disabled={isDisabled}
          onClick={() => onPress('draft', false)}
        >
          Save as draft
        </Button>
        {canDeliver && (
          <Button
            type="submit"
            form={formId}
            ref={submit}
            state={sending === 'version' ? 'busy' : 'idle'}
            busyLabel="Uploading..."
            disabled={isDisabled}
            onClick={() => onPress('version', false)}
          >
            Upload
          </Button>
        )}
        {canDeliver && hasNext && (
          <Button type="submit" form={formId} tone="quiet" disabled={isDisabled} onClick={() => onPress('version', true)}>
            Upload and next
          </Button>
        )}
      </div>
    </DialogFooter>
  )
}
