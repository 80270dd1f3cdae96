import type { BoardTask } from '@app/contracts/http/board.ts'
import { usePhoto } from '@app/contracts/http/use-photo.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PhotoDialog } from '../../../domain/photo/PhotoDialog.tsx'
import type { OpenedPhoto } from '../../../domain/photo/PhotoSection.tsx'
import { currentIn } from '../../../domain/task/change/task-changes.ts'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ErrorText } from '../../../shared/ui/ErrorText.tsx'
import { Select } from '../../../shared/ui/Field.tsx'
import { notify } from '../../../shared/ui/notify.tsx'
import { act, keepTask } from '../task-actions.ts'

/** A task whose reference picture a photo can become. */
type TaskForPhoto = Pick<BoardTask, '_id' | 'taskId' | 'title' | 'version' | 'companyProfileId' | 'companyName'>

interface PhotoForTaskProps extends OpenedPhoto {
  taskName: (taskId: number) => string
  /** The tasks that can be chosen. */
  tasks: readonly TaskForPhoto[]
  /** Whether the photo is shown in the panel of the only task. */
  isInTask?: boolean
}

/** The dialog with a photo of a company. A click makes a copy of the photo the reference picture of a task. */
export default function PhotoForTask({ tasks, isInTask = false, ...shown }: PhotoForTaskProps) {
  const { photo, onClose } = shown
  const [chosenId, setChosenId] = useState('')
  const only = isInTask ? tasks[0] : undefined
  const task = only ?? tasks.find(({ _id }) => _id === chosenId) ?? tasks.find(({ taskId }) => taskId === photo.taskId)
  const use = useMutation({
    mutationFn: (of: TaskForPhoto) => {
      const { _id: id, version, companyName } = of
      return act({ task: of, companyName }, adminCall(usePhoto, { params: { id }, body: { photoId: photo._id, version } }))
    },
    onSuccess(_done, { title }) {
      notify.success(`“${title}” has a new reference picture`)
      onClose()
    },
    // After a 409, the next click is about the current version of the task.
    async onError(error, { companyName }) {
      const current = currentIn(error)
      if (current) await keepTask(current, companyName)
    },
  })
  // `useAccess` handles an expired session (401).
  const failure = use.error && !isStatus(use.error, 401) ? messageOf(use.error, 'We couldn’t use the photo.') : undefined

  return (
    <PhotoDialog
      {...shown}
      actions={
        tasks.length > 0 && (
          <Button state={use.isPending ? 'busy' : 'idle'} busyLabel="Copying…" disabled={!task} onClick={() => task && use.mutate(task)}>
            Use as reference
          </Button>
        )
      }
    >
      {tasks.length > 0 && !only && (
        <Select
          label="Task"
          hint="The photo becomes the reference picture of this task, in place of the one it has."
          value={task?._id ?? ''}
          disabled={use.isPending}
          options={[
            ...(task ? [] : [{ value: '', label: 'Choose a task' }]),
            ...tasks.map(({ _id, taskId, title }) => ({ value: _id, label: `#${taskId} ${title}` })),
          ]}
          onChange={({ currentTarget }) => {
            use.reset()
            setChosenId(currentTarget.value)
          }}
        />
      )}
      <ErrorText>{failure}</ErrorText>
    </PhotoDialog>
  )
}
