import type { BoardTask } from '@app/contracts/http/board.ts'
import { useState } from 'react'
import { PhotoSection } from '../../../domain/photo/PhotoSection.tsx'
import { usePhotos } from '../../../domain/photo/use-photos.ts'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { Select } from '../../../shared/ui/Field.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { useOpenTasks } from '../board/queries.ts'
import styles from './CompanyPhotos.module.css'

const PhotoForTask = lazyPart(() => import('./PhotoForTask.tsx'), { missing: PanelMissing })

const noTasks: readonly BoardTask[] = []

/** The photos that a company has sent, newest first. Admins filter them by task, download them, and use them as reference pictures. */
export function CompanyPhotos({ companyProfileId }: { companyProfileId: string }) {
  const [filter, setFilter] = useState('')
  const photos = usePhotos('admin', companyProfileId, filter ? Number(filter) : undefined)
  const isAny = filter !== '' || Boolean(photos.items?.length)
  const tasks = useOpenTasks(companyProfileId, isAny).data?.items ?? noTasks
  // The titles of posted tasks are not loaded.
  const taskName = (taskId: number) => [`#${taskId}`, tasks.find((task) => task.taskId === taskId)?.title].filter(Boolean).join(' ')
  const numbers = new Set([...tasks, ...(photos.items ?? [])].flatMap(({ taskId }) => taskId ?? []))
  if (filter) numbers.add(Number(filter))

  return (
    <PhotoSection
      title="Photos"
      photos={photos}
      empty={filter ? 'No photos for this task.' : 'No photos yet.'}
      taskName={taskName}
      tools={
        isAny &&
        numbers.size > 0 && (
          <div className={styles.filter}>
            <Select
              label="Show"
              value={filter}
              options={[
                { value: '', label: 'All photos' },
                ...[...numbers].sort((a, b) => b - a).map((taskId) => ({ value: String(taskId), label: taskName(taskId) })),
              ]}
              onChange={({ currentTarget }) => setFilter(currentTarget.value)}
            />
          </div>
        )
      }
    >
      {(opened) => <PhotoForTask {...opened} tasks={tasks} taskName={taskName} />}
    </PhotoSection>
  )
}
