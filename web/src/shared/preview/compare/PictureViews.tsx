import type { PreviewFile } from '@app/contracts/http/previews.ts'
import { useId, useState } from 'react'
import { ImageCompare } from '../../ui/ImageCompare.tsx'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { ChangedAreas } from './ChangedAreas.tsx'
import { comparedUrls } from './compared-files.ts'
import styles from './PictureViews.module.css'
import { SideBySide } from './SideBySide.tsx'

const views = [
  { id: 'slide', label: 'Slide' },
  { id: 'side-by-side', label: 'Side by side' },
  { id: 'difference', label: 'Difference' },
] as const

interface PictureViewsProps {
  before: PreviewFile
  after: PreviewFile
  names: { before: string; after: string }
  /** The result of `changedCells`, or undefined until the pictures are compared. */
  cells: Uint8Array | undefined
  /** Number of retries. A retry also loads the shown pictures again. */
  attempt: number
}

/** Tabs that show two pictures on top of each other, side by side, or the second picture with its changed areas. */
export function PictureViews({ before, after, names, cells, attempt }: PictureViewsProps) {
  const name = useId()
  const [view, setView] = useState<(typeof views)[number]['id']>('slide')
  const urls = comparedUrls(before, after)
  return (
    <div className={styles.views}>
      <Tabs name={name} label="Show the pictures" tabs={views} selected={view} onSelect={setView} />
      <TabPanel key={attempt} name={name} id={view}>
        {view === 'slide' && (
          <ImageCompare before={{ src: urls.before, label: names.before }} after={{ src: urls.after, label: names.after }} />
        )}
        {view === 'side-by-side' && <SideBySide before={before} after={after} names={names} />}
        {view === 'difference' && <ChangedAreas src={urls.after} alt={`${names.after}, with its changed areas`} cells={cells} />}
      </TabPanel>
    </div>
  )
}
