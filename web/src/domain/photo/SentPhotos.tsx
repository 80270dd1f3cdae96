import { removePhoto } from '@app/contracts/http/photos.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../shared/ui/Dialog.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import { DOCUMENTS } from '../document/documents.ts'
import { PhotoDialog } from './PhotoDialog.tsx'
import { type OpenedPhoto, PhotoSection } from './PhotoSection.tsx'
import { usePhotos } from './use-photos.ts'

interface SentPhotosProps {
  companyProfileId: string
  /** Shows only the photos for this task. */
  task?: Pick<Task, 'taskId' | 'title'>
}

/** The photos that the owner has sent. Nothing is shown if there are none. */
export function SentPhotos({ companyProfileId, task }: SentPhotosProps) {
  const photos = usePhotos('owner', companyProfileId, task?.taskId)
  const taskName = (taskId: number) => (task?.taskId === taskId ? `“${task.title}”` : `task #${taskId}`)
  return (
    <PhotoSection
      title={task ? 'Already sent for this task' : 'Photos you sent'}
      heading={task ? 'h3' : 'h2'}
      photos={photos}
      {...(!task && { taskName })}
    >
      {(opened) => <OwnPhoto {...opened} taskName={taskName} />}
    </PhotoSection>
  )
}

function OwnPhoto({ taskName, ...opened }: OpenedPhoto & { taskName: (taskId: number) => string }) {
  const { photo, onClose } = opened
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(removePhoto, { params: { id: photo._id } }),
    onSuccess() {
      notify.success('Photo removed')
      onClose()
    },
    onError(error) {
      setConfirming(false)
      if (!isStatus(error, 401)) notify.error(messageOf(error, 'We couldn’t remove the photo.'))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [DOCUMENTS, 'photos'] }),
  })
  return (
    <PhotoDialog
      {...opened}
      taskName={taskName}
      actions={
        <Button tone="quiet" onClick={() => setConfirming(true)}>
          Remove
        </Button>
      }
    >
      {isConfirming && (
        <ConfirmDialog
          title="Remove this photo?"
          question="We won’t see it anymore. Posts that already use it keep their copy."
          confirmLabel="Remove"
          busyLabel="Removing…"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={() => setConfirming(false)}
        />
      )}
    </PhotoDialog>
  )
}
