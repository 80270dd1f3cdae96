import { kindNames } from '../file-label.ts'
import { PreviewContent } from '../PreviewContent.tsx'
import type { FilePair } from './compared-files.ts'
import styles from './OtherFiles.module.css'

/** The files of two versions that cannot be compared as pictures, side by side. A file may be missing in one of the versions. */
export function OtherFiles({ pair, names }: { pair: FilePair; names: { before: string; after: string } }) {
  const files = [
    { file: pair.before, name: names.before },
    { file: pair.after, name: names.after },
  ]
  return (
    <div className={styles.files}>
      {files.map(
        ({ file, name }) =>
          file && (
            <figure key={name} className={styles.figure}>
              <figcaption className={styles.name}>{name}</figcaption>
              <PreviewContent preview={{ files: [file], caption: '' }} label={`${kindNames[file.kind]} of ${name}`} />
            </figure>
          ),
      )}
    </div>
  )
}
