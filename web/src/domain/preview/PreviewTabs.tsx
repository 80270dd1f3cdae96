import type { Preview } from '@app/contracts/http/previews.ts'
import { type Platform, platformNames } from '@app/contracts/rules/task-status.ts'
import { useId, useState } from 'react'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { TabPanel, Tabs } from '../../shared/ui/Tabs.tsx'
import { type Network, networks } from './network.ts'
import { PreviewContent } from './PreviewContent.tsx'
import styles from './PreviewTabs.module.css'

// The code that imitates the posts of networks is loaded on demand, because most owners look only at the plain preview.
const NetworkFrame = lazyPart(() => import('./NetworkFrame.tsx'))

interface PreviewTabsProps {
  preview: Pick<Preview, 'caption' | 'files'>
  /** Text alternative of the picture of a preview with one file. */
  label: string
  company: { name: string; logo: string | null }
  /** The platforms of the task. Those that `NetworkFrame` can show get a tab. */
  chosen: Record<Platform, boolean>
}

const PLAIN = 'plain'

/**
 * Tabs with the plain preview, and with the preview as a post on each network of the task. If no network of the task has a `NetworkFrame`,
 * only the plain preview is shown, without tabs.
 */
export function PreviewTabs({ preview, label, company, chosen }: PreviewTabsProps) {
  const name = useId()
  const [selected, select] = useState<Network | typeof PLAIN>(PLAIN)
  const offered = networks.filter((network) => chosen[network])
  const plain = <PreviewContent preview={preview} label={label} />
  if (offered.length === 0) return plain

  const tabs = [{ id: PLAIN, label: 'Plain' } as const, ...offered.map((network) => ({ id: network, label: platformNames[network] }))]
  const shown = selected !== PLAIN && offered.includes(selected) ? selected : PLAIN
  return (
    <div className={styles.tabs}>
      <Tabs name={name} label="Show the preview as" tabs={tabs} selected={shown} onSelect={select} />
      <TabPanel name={name} id={shown}>
        {shown === PLAIN ? plain : <NetworkFrame network={shown} company={company} preview={preview} />}
      </TabPanel>
    </div>
  )
}
