import { formatSize } from '@app/contracts/format/file-size.ts'
import { X } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../../shared/ui/Button.tsx'
import { FileWords } from '../../../shared/ui/FileWords.tsx'
import styles from './WaitingFiles.module.css'

export function WaitingFiles({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  const id = useId()
  return (
    <section className={styles.waiting} aria-labelledby={id} hidden={files.length === 0}>
      <h3 className={styles.title} id={id}>
        {files.length === 1 ? '1 more file after this one' : `${files.length} more files after this one`}
      </h3>
      <ul className={styles.files}>
        {files.map((file, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
          <li key={`${file.name} ${i}`} className={styles.file}>
            <FileWords name={file.name} detail={formatSize(file.size)} />
            <IconButton label={`Remove ${file.name}`} icon={<X />} onClick={() => onRemove(file)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
