import type { RouteContract } from '@app/contracts/define.ts'
import { useMutation } from '@tanstack/react-query'
import { Download, FileArchive } from 'lucide-react'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { download } from '../../shared/api/download.ts'
import type { Caller } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import { saveFile } from '../../shared/ui/take-text.ts'
import styles from './Posts.module.css'
import type { PostFilter } from './post-filter.ts'

interface PostDownloadsProps {
  caller: Caller
  /** The routes of the files, by the ending of their names. */
  routes: Readonly<Record<'csv' | 'zip', RouteContract>>
  filter: PostFilter
}

/** Saves the listed posts as a CSV file, and their files as a ZIP file. */
export function PostDownloads({ caller, routes, filter }: PostDownloadsProps) {
  const save = useMutation({
    mutationFn: (kind: 'csv' | 'zip') => download(caller, routes[kind], { query: filter }),
    onSuccess: (file, kind) => saveFile(`posts${filter.month ? `-${filter.month}` : ''}.${kind}`, file),
    onError: (error) => {
      // The page handles an expired session.
      if (!isStatus(error, 401)) notify.error(messageOf(error, 'We couldn’t download the posts. Try again.'))
    },
  })
  const stateOf = (kind: 'csv' | 'zip') => (save.isPending && save.variables === kind ? 'busy' : 'idle')
  return (
    <div className={styles.downloads}>
      <Button
        tone="quiet"
        icon={<Download aria-hidden="true" />}
        state={stateOf('csv')}
        busyLabel="Exporting…"
        onClick={() => save.mutate('csv')}
      >
        Export CSV
      </Button>
      <Button
        tone="quiet"
        icon={<FileArchive aria-hidden="true" />}
        state={stateOf('zip')}
        busyLabel="Downloading…"
        onClick={() => save.mutate('zip')}
      >
        Download files (ZIP)
      </Button>
    </div>
  )
}
