import type { PreviewFile } from '@app/contracts/http/previews.ts'
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import { ImageCompare } from '../../../shared/ui/ImageCompare.tsx'
import { RetryNotice } from '../../../shared/ui/states.tsx'
import { TabPanel, Tabs } from '../../../shared/ui/Tabs.tsx'
import { shownUrl } from './compared-files.ts'
import styles from './PictureViews.module.css'
import { SideBySide } from './SideBySide.tsx'

const views = [
  { id: 'slide', label: 'Slide' },
  { id: 'side-by-side', label: 'Side by side' },
] as const

interface PictureViewsProps {
  before: PreviewFile
  after: PreviewFile
  names: { before: string; after: string }
}

/** Tabs that show two pictures on top of each other or side by side. */
export function PictureViews({ before, after, names }: PictureViewsProps) {
  const name = useId()
  const [view, setView] = useState<(typeof views)[number]['id']>('slide')
  const [one, other] = [shownUrl(before), shownUrl(after)]
  return (
    <div className={styles.views}>
      <Tabs name={name} label="Show the pictures" tabs={views} selected={view} onSelect={setView} />
      <TabPanel name={name} id={view}>
        <Reloadable key={`${one} ${other}`} names={[names.before, names.after]}>
          {view === 'slide' && <ImageCompare before={{ src: one, label: names.before }} after={{ src: other, label: names.after }} />}
          {view === 'side-by-side' && <SideBySide before={before} after={after} names={names} />}
        </Reloadable>
      </TabPanel>
    </div>
  )
}

/** Names the pictures that cannot be loaded, and loads them again on request. `names` are the `alt` texts of the pictures. */
function Reloadable({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState<readonly string[]>([])
  const onErrorCapture = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLImageElement) setFailed((before) => [...before, target.alt])
  }
  const retry = () => {
    setFailed([])
    setAttempt(attempt + 1)
  }
  const unreadable = names.filter((name) => failed.includes(name))
  return (
    <div key={attempt} className={styles.views} onErrorCapture={onErrorCapture}>
      {unreadable.length > 0 && <RetryNotice message={`We couldn’t load ${unreadable.join(' and ')}.`} onRetry={retry} />}
      {children}
    </div>
  )
}
