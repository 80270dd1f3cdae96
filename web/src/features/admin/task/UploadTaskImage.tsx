import { type Task, uploadTaskImage } from '@app/contracts/http/tasks.ts'
import { useState } from 'react'
import { PreviewPicture } from '../../../shared/task/PreviewPicture.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import { ImageCompare } from '../../../shared/ui/ImageCompare.tsx'
import { useObjectUrl } from '../../../shared/ui/use-object-url.ts'
import { useUploadTaskImage } from '../api/task-actions.ts'
import { toast } from '../toasts.ts'
import { uploadFailure } from './failures.ts'
import { versionsOf } from './task-picture.ts'
import styles from './UploadTaskImage.module.css'

/** The picture of a task in the making, and where the next one is delivered; it is seen before it is sent. */
export function UploadTaskImage({ task }: { task: Task }) {
  const [image, setImage] = useState<File | null>(null)
  const [progress, setProgress] = useState(0)
  const { before, now } = versionsOf(task, useObjectUrl(image))
  const upload = useUploadTaskImage()

  function send(): void {
    if (!image) return
    setProgress(0)
    upload.mutate(
      { task, image, onProgress: setProgress },
      {
        onSuccess: () => {
          setImage(null)
          toast.success('Task image uploaded successfully')
        },
        onError: (error) => toast.failed(uploadFailure(error)),
      },
    )
  }

  return (
    <div className={styles.upload}>
      {before && now ? (
        <ImageCompare before={before} after={now} />
      ) : (
        <PreviewPicture src={now?.src ?? null} alt={`Task image of ${task.title}`} placeholder="No image yet." />
      )}
      <FileDrop
        label="Upload Task Image"
        field={uploadTaskImage.form.files.image}
        file={image}
        onChange={setImage}
        onRefuse={toast.failed}
        disabled={upload.isPending}
        progress={upload.isPending ? progress : undefined}
      />
      <Button state={upload.isPending ? 'busy' : 'idle'} busyLabel="Uploading..." disabled={!image} onClick={send}>
        Upload
      </Button>
    </div>
  )
}
