import type { Preview } from '@app/contracts/http/previews.ts'
import { useState } from 'react'
import type { ListGrowth } from '../../../shared/api/use-growing-list.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { Select } from '../../../shared/ui/Field.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import styles from './CompareDialog.module.css'

// Loaded separately. Otherwise the screens with the button would contain the names of all files that the comparison needs.
const Comparison = lazyPart(() => import('./Comparison.tsx'), { waiting: <Skeleton shape="block" /> })

interface CompareDialogProps {
  /** At least two delivered versions, newest first. */
  versions: readonly Preview[]
  growth: ListGrowth
  onClose: () => void
}

/** A dialog that compares two versions of a preview. At first, these are the two newest versions. The user can choose any others. */
export default function CompareDialog({ versions, growth, onClose }: CompareDialogProps) {
  const [newest, previous] = versions
  const [beforeId, setBeforeId] = useState(previous?._id)
  const [afterId, setAfterId] = useState(newest?._id)
  const before = versions.find(({ _id }) => _id === beforeId)
  const after = versions.find(({ _id }) => _id === afterId)
  const canChoose = versions.length > 2 || growth.hasMore
  const choice = (
    <>
      <Select label="Before" value={beforeId} options={optionsOf(versions, afterId)} onChange={({ target }) => setBeforeId(target.value)} />
      <Select label="After" value={afterId} options={optionsOf(versions, beforeId)} onChange={({ target }) => setAfterId(target.value)} />
      <MoreVersions {...growth} />
    </>
  )
  return (
    <Dialog title={canChoose || !before || !after ? 'Compare versions' : titleOf(before, after)} wide onClose={onClose}>
      {before && after && <Comparison before={before} after={after} choice={canChoose && choice} />}
    </Dialog>
  )
}

const titleOf = (before: Preview, after: Preview): string => `Version ${before.number} and version ${after.number}`

/** The versions that can be chosen: all except the version that is already chosen for the other side. */
const optionsOf = (versions: readonly Preview[], otherId: string | undefined) =>
  versions.filter(({ _id }) => _id !== otherId).map(({ _id, number }) => ({ value: _id, label: `Version ${number}` }))

/** A button that loads further versions, which can then be chosen. */
function MoreVersions({ hasMore, growth, more }: ListGrowth) {
  if (!hasMore) return null
  return (
    <div className={styles.more}>
      {growth === 'failed' ? (
        <RetryNotice message="We couldn’t load the earlier versions." onRetry={() => void more()} />
      ) : (
        <Button tone="quiet" state={growth === 'busy' ? 'busy' : 'idle'} busyLabel="Loading..." onClick={() => void more()}>
          Load earlier versions
        </Button>
      )}
    </div>
  )
}
