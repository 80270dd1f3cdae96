import { type Task, uploadTaskImage } from '@app/contracts/http/tasks.ts'
import { useState } from 'react'
import { ApiError, isStatus, messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { PreviewPicture } from '../../../shared/task/TaskSheet.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import { useObjectUrl } from '../../../shared/ui/files.ts'
import { ImageCompare } from '../../../shared/ui/ImageCompare.tsx'
import { deliverImage, type Opened } from '../task-actions.ts'
import { toast } from '../toasts.ts'
import styles from './TaskPanel.module.css'

export function UploadTaskImage({ task, companyName }: Opened) {
  const [progress, setProgress] = useState(0)
  const form = useForm({
    initial: { image: null as File | null },
    async send({ image }) {
      if (!image) return
      setProgress(0)
      await deliverImage({ task, companyName }, image, setProgress)
      toast.success('Task image uploaded successfully')
    },
    // `useAccess` handles an expired session (401).
    onFailure: (error) => isStatus(error, 401) || toast.failed(uploadFailure(error)),
    idleAfter: 0,
  })
  const { image } = form.values
  const isBusy = form.state === 'busy'
  const { before, now } = comparedImages(task, useObjectUrl(image))

  return (
    <div className={styles.upload}>
      {before && now ? (
        <ImageCompare before={before} after={now} />
      ) : (
        <PreviewPicture src={now?.src ?? null} alt={`Task image of ${task.title}`} placeholder="No image yet." />
      )}
      <KeptForm form={form}>
        <FileDrop
          label="Upload Task Image"
          field={uploadTaskImage.form.files.image}
          onRefuse={toast.failed}
          disabled={isBusy}
          progress={isBusy ? progress : undefined}
          {...form.file('image')}
        />
        <Button type="submit" state={isBusy ? 'busy' : 'idle'} busyLabel="Uploading..." disabled={!image}>
          Upload
        </Button>
      </KeptForm>
    </div>
  )
}

interface Version {
  src: string
  label: string
}

/** Compares a chosen file with the delivered image, or the delivered image with the image that was referred back. */
export function comparedImages(
  { doneTaskImage, rollbackFeedback }: Pick<Task, 'doneTaskImage' | 'rollbackFeedback'>,
  chosen: string | undefined,
): { before?: Version; now?: Version } {
  if (chosen) {
    const now = { src: chosen, label: 'New version' }
    return doneTaskImage ? { before: { src: doneTaskImage, label: 'Previous version' }, now } : { now }
  }
  if (!doneTaskImage) return {}
  const now = { src: doneTaskImage, label: 'Delivered version' }
  const referredBack = rollbackFeedback.at(-1)?.doneTaskImage
  if (!referredBack || referredBack === doneTaskImage) return { now }
  return { before: { src: referredBack, label: 'Version referred back' }, now }
}

/** Returns the text of the toast. For a concurrent change (409), it is the message of the response. */
export function uploadFailure(error: Error): string {
  if (isStatus(error, 409)) return messageOf(error, 'Image upload failed')
  return error instanceof ApiError && error.status > 0
    ? 'Image upload failed'
    : unlessOffline(error, `Error uploading image: ${error.message}`)
}
