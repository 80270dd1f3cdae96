import { changePost } from '@app/contracts/http/post-links.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import { useState } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { instantOfLocal, localOfInstant } from '../../../shared/format/local-times.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { PostFields } from '../launch/PostFields.tsx'
import { faultsInLinks, linksIn, type PostForm, postControlOf } from '../launch/post-form.ts'
import { act, type Opened } from '../task-actions.ts'

const FORM_ID = 'change-post'

const formOf = ({ postedAt, postLinks }: Task): PostForm => ({
  postedAt: postedAt ? localOfInstant(postedAt) : '',
  ...recordOf(platforms, (platform) => postLinks[platform] ?? ''),
})

/** The dialog that changes when a posted task was posted, and where it can be seen. */
export default function ChangePost({ onClose, ...opened }: Opened & { onClose: () => void }) {
  // The task may change while the dialog is open. The change is of the task that the admin saw.
  const [seen] = useState(opened)
  const { task } = seen
  const initial = formOf(task)
  const form = useForm({
    initial,
    draft: draftOf('admin', `change-post ${task._id}`),
    check: (values) => faultsInLinks(task, values),
    async send(values) {
      const { _id: id, version } = task
      const { postedAt } = values
      const isMoved = postedAt !== '' && postedAt !== initial.postedAt
      const body = { postLinks: linksIn(task, values), ...(isMoved && { postedAt: instantOfLocal(postedAt) }) }
      await act(seen, adminCall(changePost, { params: { id }, body, version }))
      toast.success('Post changed')
    },
    controlOf: postControlOf,
    onSent: onClose,
    // `useAccess` handles an expired session (401).
    onFailure: (error, isSaid) => isSaid || isStatus(error, 401) || toast.failed(messageOf(error, 'We couldn’t change the post.')),
  })
  return (
    <Dialog
      title="Change the post"
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM_ID} state={form.state} busyLabel="Saving…">
          Save
        </Button>
      }
    >
      <KeptForm id={FORM_ID} form={form}>
        <p>The company is told, and sees the new time and links at once.</p>
        <PostFields task={task} title="The post" timeHint="When it went out." />
      </KeptForm>
    </Dialog>
  )
}
