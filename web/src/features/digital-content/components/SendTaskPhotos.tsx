import type { Task } from '@app/contracts/http/tasks.ts'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { SendPhotos } from '../../../domain/photo/photo-parts.ts'
import { Button } from '../../../shared/ui/Button.tsx'

/** The button that opens the form for photos for a task. */
export function SendTaskPhotos({ task }: { task: Pick<Task, 'companyProfileId' | 'taskId' | 'title'> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" size="small" icon={<Camera aria-hidden="true" />} onClick={() => setOpen(true)}>
        Send photos
      </Button>
      {isOpen && <SendPhotos companyProfileId={task.companyProfileId} task={task} onClose={() => setOpen(false)} />}
    </>
  )
}
