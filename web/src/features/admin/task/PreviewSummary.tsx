import type { Preview, PreviewFile } from '@app/contracts/http/previews.ts'
import { FileText, Film } from 'lucide-react'
import styles from './PreviewSummary.module.css'

/** The files of a preview as thumbnails that open the files, and its caption. */
export const PreviewSummary = ({ preview: { files, caption } }: { preview: Preview }) => (
  <div className={styles.summary}>
    <ul className={styles.files}>
      {files.map((file, at) => (
        <li key={file.url}>
          <a className={styles.file} href={file.url} target="_blank" rel="noreferrer">
            <img
              src={file.thumbnail ?? file.url}
              alt={`${names[file.kind]} ${at + 1} of ${files.length}`}
              width="96"
              height="96"
              loading="lazy"
            />
            <Sign file={file} />
          </a>
        </li>
      ))}
    </ul>
    {caption && <p className={styles.caption}>{caption}</p>}
  </div>
)

const names = { image: 'Picture', video: 'Video', pdf: 'PDF' }

function Sign({ file: { kind } }: { file: PreviewFile }) {
  if (kind === 'image') return null
  return <span className={styles.sign}>{kind === 'video' ? <Film aria-hidden="true" /> : <FileText aria-hidden="true" />}</span>
}
