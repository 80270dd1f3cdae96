import { getPostingKit, type PostingKit as Kit } from '@app/contracts/http/posting-kit.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { type Platform, platformNames } from '@app/contracts/rules/task-status.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { TabPanel, Tabs } from '../../../shared/ui/Tabs.tsx'
import { BOARD } from '../board/queries.ts'
import { AlternativeTexts } from './AlternativeTexts.tsx'
import { KitFiles } from './KitFiles.tsx'
import { KitPlatform } from './KitPlatform.tsx'
import styles from './PostingKit.module.css'

/** The download links of the files are valid for an hour. They are requested again before they expire. */
const RELOAD_MS = 50 * 60_000

/** What an admin needs to post an approved preview by hand: for each network the texts and its page, and the files. */
export default function PostingKit({ task }: { task: Task }) {
  const headingId = useId()
  const { _id: id, approvedPreviewNo, briefVersion } = task
  const kit = useQuery({
    queryKey: [BOARD, 'kit', id, approvedPreviewNo, briefVersion],
    queryFn: ({ signal }) => adminCall(getPostingKit, { params: { id }, signal }),
    staleTime: RELOAD_MS,
    refetchInterval: RELOAD_MS,
  })
  return (
    <section className={styles.kit} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        Posting kit
      </h3>
      {kit.isPending && (
        <div role="status" aria-busy="true" aria-label="Loading the posting kit">
          <Skeleton shape="block" />
        </div>
      )}
      {kit.isLoadingError && (
        <RetryNotice
          message={messageOf(kit.error, 'We couldn’t load the posting kit.')}
          busy={kit.isFetching}
          onRetry={() => void kit.refetch()}
        />
      )}
      {kit.data && (
        <>
          <Networks id={id} kits={kit.data.platforms} />
          <KitFiles id={id} taskId={task.taskId} files={kit.data.files} />
          <AlternativeTexts task={task} files={kit.data.files} />
        </>
      )}
    </section>
  )
}

/** The networks of a task, each in a tab. */
function Networks({ id, kits }: { id: string; kits: Kit['platforms'] }) {
  const [wanted, setWanted] = useState<Platform>()
  const shown = kits.find(({ platform }) => platform === wanted) ?? kits[0]
  if (!shown) return <p className={styles.note}>This task names no platforms. The files are below.</p>
  if (kits.length === 1) return <KitPlatform kit={shown} />
  const name = `kit-${id}`
  return (
    <div className={styles.networks}>
      <Tabs
        name={name}
        label="Platforms"
        tabs={kits.map(({ platform }) => ({ id: platform, label: platformNames[platform] }))}
        selected={shown.platform}
        onSelect={setWanted}
      />
      <TabPanel name={name} id={shown.platform}>
        <KitPlatform key={shown.platform} kit={shown} />
      </TabPanel>
    </div>
  )
}
