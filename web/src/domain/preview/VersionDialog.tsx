import type { Preview } from '@app/contracts/http/previews.ts'
import { type ComponentProps, useState } from 'react'
import { Button } from '../../shared/ui/Button.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import { NotesSection } from '../preview-notes/NotesSection.tsx'
import type { NotesSource } from '../preview-notes/notes-source.ts'
import { WithNotes } from '../preview-notes/WithNotes.tsx'
import { PreviewTabs } from './PreviewTabs.tsx'
import styles from './VersionDialog.module.css'

const Comparison = lazyPart(() => import('./compare/Comparison.tsx'), { waiting: <Skeleton shape="block" /> })

interface VersionDialogProps extends Pick<ComponentProps<typeof PreviewTabs>, 'company' | 'chosen'> {
  version: Preview
  current: Preview
  notes: NotesSource
  onClose: () => void
}

/** Shows an earlier version of a preview, with the notes that were written on it. A button compares this version with the current one. */
export default function VersionDialog({ version, current, notes, company, chosen, onClose }: VersionDialogProps) {
  const [isComparing, setComparing] = useState(false)
  return (
    <Dialog title={`Version ${version.number}`} wide onClose={onClose}>
      <div className={styles.version}>
        <div className={styles.head}>
          <p className={styles.date}>
            {version.deliveredAt && (
              <>
                Delivered <Time value={version.deliveredAt} clock />
              </>
            )}
          </p>
          <Button tone="quiet" size="small" onClick={() => setComparing(!isComparing)}>
            {isComparing ? `Show only version ${version.number}` : `Compare with version ${current.number}`}
          </Button>
        </div>
        {isComparing ? (
          <Comparison before={version} after={current} />
        ) : (
          <WithNotes source={notes} side="client" may="read" preview={version} draftOf={noDraft}>
            <PreviewTabs preview={version} label={`Version ${version.number}`} company={company} chosen={chosen} />
            <NotesSection />
          </WithNotes>
        )}
      </div>
    </Dialog>
  )
}

/** Returns no draft, because an owner cannot write notes on an earlier version. */
const noDraft = () => undefined
