import type { Preview, PreviewFile } from '@app/contracts/http/previews.ts'
import { type ComponentProps, useState } from 'react'
import { NotesSection } from '../preview-notes/NotesSection.tsx'
import type { NotesSource } from '../preview-notes/notes-source.ts'
import { WithNotes } from '../preview-notes/WithNotes.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ImageCompare } from '../ui/ImageCompare.tsx'
import { Time } from '../ui/Time.tsx'
import { PreviewTabs } from './PreviewTabs.tsx'
import styles from './VersionDialog.module.css'

interface VersionDialogProps extends Pick<ComponentProps<typeof PreviewTabs>, 'company' | 'chosen'> {
  version: Preview
  current: Preview
  notes: NotesSource
  onClose: () => void
}

/** Shows an earlier version of a preview, with the notes that were written on it. If this version and the current one both begin with a picture, a button compares the pictures. */
export default function VersionDialog({ version, current, notes, company, chosen, onClose }: VersionDialogProps) {
  const [isComparing, setComparing] = useState(false)
  const [before, after] = [firstPicture(version), firstPicture(current)]
  const canCompare = before !== undefined && after !== undefined
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
          {canCompare && (
            <Button tone="quiet" size="small" aria-pressed={isComparing} onClick={() => setComparing(!isComparing)}>
              Compare with version {current.number}
            </Button>
          )}
        </div>
        {isComparing && canCompare ? (
          <ImageCompare
            before={{ src: before, label: `Version ${version.number}` }}
            after={{ src: after, label: `Version ${current.number}` }}
          />
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

/** An owner cannot write on an earlier version. */
const noDraft = () => undefined

function firstPicture({ files: [first] }: { files: readonly PreviewFile[] }): string | undefined {
  return first?.kind === 'image' ? (first.display ?? first.url) : undefined
}
