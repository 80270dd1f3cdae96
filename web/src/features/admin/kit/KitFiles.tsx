import { formatSize } from '@app/contracts/format/file-size.ts'
import { downloadPostingFiles, type PostingKit } from '@app/contracts/http/posting-kit.ts'
import { useMutation } from '@tanstack/react-query'
import { Download, FileArchive } from 'lucide-react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { download } from '../../../shared/api/download.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ErrorText } from '../../../shared/ui/ErrorText.tsx'
import { saveFile } from '../../../shared/ui/take-text.ts'
import styles from './PostingKit.module.css'

interface KitFilesProps {
  /** The `_id` of the task. */
  id: string
  taskId: number
  files: PostingKit['files']
}

/** The files of a post, in their order. They are downloaded one by one, or all as a ZIP file. */
export function KitFiles({ id, taskId, files }: KitFilesProps) {
  const zip = useMutation({
    mutationFn: () => download('admin', downloadPostingFiles, { params: { id } }),
    onSuccess: (file) => saveFile(`task-${taskId}.zip`, file),
  })
  // `useAccess` handles an expired session (401).
  const failure = zip.error && !isStatus(zip.error, 401) ? messageOf(zip.error, 'We couldn’t download the files.') : undefined
  return (
    <div className={styles.text}>
      <h4 className={styles.label}>Files</h4>
      <ul className={styles.files} aria-label="Files to post">
        {files.map(({ name, bytes, downloadUrl }) => (
          <li key={name}>
            <a href={downloadUrl} download={name} className={styles.file}>
              <Download aria-hidden="true" />
              <span className={styles.name}>{name}</span>
              <span className={styles.size}>{formatSize(bytes)}</span>
            </a>
          </li>
        ))}
      </ul>
      {files.length > 1 && (
        <Button
          tone="quiet"
          size="small"
          icon={<FileArchive aria-hidden="true" />}
          state={zip.isPending ? 'busy' : 'idle'}
          busyLabel="Downloading…"
          onClick={() => zip.mutate()}
        >
          Download all {files.length} (ZIP)
        </Button>
      )}
      <ErrorText>{failure}</ErrorText>
    </div>
  )
}
