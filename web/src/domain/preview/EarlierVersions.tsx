import type { Preview } from '@app/contracts/http/previews.ts'
import type { ComponentProps } from 'react'
import { useState } from 'react'
import type { ListGrowth } from '../../shared/api/use-growing-list.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { PanelMissing } from '../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { RetryNotice } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import type { NotesSource } from '../preview-notes/notes-source.ts'
import styles from './EarlierVersions.module.css'
import { kindNames } from './file-label.ts'
import type { PreviewTabs } from './PreviewTabs.tsx'

const CompareDialog = lazyPart(() => import('./compare/CompareDialog.tsx'), { missing: PanelMissing })
const VersionDialog = lazyPart(() => import('./VersionDialog.tsx'), { missing: PanelMissing })

interface EarlierVersionsProps extends Pick<ComponentProps<typeof PreviewTabs>, 'company' | 'chosen'> {
  notes: NotesSource
  versions: readonly Preview[]
  /** The version that the screen shows. The dialog of an earlier version can compare the earlier version with this version. */
  current: Preview
  growth: ListGrowth
}

/** The earlier versions of a preview, newest first. Each version opens in a dialog. */
export default function EarlierVersions({ versions, current, growth: listGrowth, ...shown }: EarlierVersionsProps) {
  const { hasMore, growth, more } = listGrowth
  const [openedId, open] = useState<string>()
  const [isComparing, setComparing] = useState(false)
  const opened = versions.find(({ _id }) => _id === openedId)
  return (
    <div className={styles.earlier}>
      <div className={styles.head}>
        <h4 className={styles.heading}>Earlier versions</h4>
        <Button tone="quiet" size="small" onClick={() => setComparing(true)}>
          Compare versions
        </Button>
      </div>
      <ul className={styles.list} aria-label="Earlier versions">
        {versions.map((version) => (
          <li key={version._id}>
            <button type="button" className={styles.version} onClick={() => open(version._id)}>
              <Thumbnail version={version} />
              <span className={styles.words}>
                <span className={styles.number}>Version {version.number}</span>
                <span className={styles.facts}>
                  {version.deliveredAt && (
                    <>
                      <Time value={version.deliveredAt} />
                      {' · '}
                    </>
                  )}
                  {contentOf(version)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {growth === 'failed' ? (
        <RetryNotice message="We couldn’t load the rest of the list." onRetry={() => void more()} />
      ) : (
        hasMore && (
          <Button tone="quiet" size="small" state={growth === 'busy' ? 'busy' : 'idle'} busyLabel="Loading..." onClick={() => void more()}>
            Show more
          </Button>
        )
      )}
      {opened && <VersionDialog version={opened} current={current} {...shown} onClose={() => open(undefined)} />}
      {isComparing && <CompareDialog versions={[current, ...versions]} growth={listGrowth} onClose={() => setComparing(false)} />}
    </div>
  )
}

/** Returns "Picture", or for example "3 files". */
function contentOf({ files }: Preview): string {
  const [first] = files
  return files.length === 1 && first ? kindNames[first.kind] : `${files.length} files`
}

function Thumbnail({ version: { files } }: { version: Preview }) {
  const src = files[0]?.thumbnail
  return <span className={styles.thumbnail}>{src && <img src={src} alt="" width={64} height={64} loading="lazy" decoding="async" />}</span>
}
