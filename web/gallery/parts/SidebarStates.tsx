import { BookUser, Building2, FileText, LayoutGrid, Megaphone, ReceiptText, Wallet } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useSearchParams } from 'react-router-dom'
import shell from '../../src/features/management/ManagementPage.module.css'
import { Sidebar } from '../../src/features/management/Sidebar.tsx'
import styles from '../Gallery.module.css'
import { State } from '../State.tsx'

const seven: ComponentProps<typeof Sidebar>['entries'] = [
  { to: '?part=Sidebar&section=0', label: 'Digital Content', shortLabel: 'Content', icon: <LayoutGrid aria-hidden="true" /> },
  {
    to: '?part=Sidebar&section=1',
    label: 'Customer Engagement',
    shortLabel: 'Customer',
    icon: <BookUser aria-hidden="true" />,
  },
  { to: '?part=Sidebar&section=2', label: 'Campaign', icon: <Megaphone aria-hidden="true" /> },
  {
    to: '?part=Sidebar&section=3',
    label: 'Documents',
    icon: <FileText aria-hidden="true" />,
    waiting: { count: 120, what: 'not opened yet' },
  },
  { to: '?part=Sidebar&section=6', label: 'Tracking Expense', shortLabel: 'Expense', icon: <Wallet aria-hidden="true" /> },
  {
    to: '?part=Sidebar&section=7',
    label: 'Invoice',
    icon: <ReceiptText aria-hidden="true" />,
    waiting: { count: 2, what: 'not paid yet' },
  },
  { to: '?part=Sidebar&section=4', label: 'Company Profile', icon: <Building2 aria-hidden="true" /> },
]

/** A sidebar with seven entries. On phones, the sidebar is a bar with four entries, and the entry selected at first is in the More menu. */
export function SidebarStates() {
  const [search] = useSearchParams()
  return (
    <State name="Seven entries">
      <div className={styles.window}>
        <div className={shell.shell}>
          <Sidebar entries={seven} current={`?part=Sidebar&section=${search.get('section') ?? '7'}`} />
        </div>
      </div>
    </State>
  )
}
