import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../shared/ui/Link.tsx'
import { Menu } from '../../shared/ui/Menu.tsx'
import styles from './Sidebar.module.css'

interface SidebarEntry {
  to: string
  label: string
  /** A part of the label that fits on one line in the bar of a phone. Default: the label. */
  shortLabel?: string | undefined
  icon: ReactNode
  /** Whether the section is not available yet. On a phone, these sections come last. */
  isComing?: boolean | undefined
  /** A count shown at the entry and a text that explains the count, for example 3 and "not opened yet". */
  waiting?: { count: number; what: string }
}

interface SidebarProps {
  entries: readonly SidebarEntry[]
  current: string
}

/** Number of entries in the bar on a phone. The other entries are in a menu, so that the bar needs no scrolling. */
const IN_BAR = 4

/**
 * Navigation between the sections of the portal. On phones, the sidebar is a bar at the bottom, with entries of equal width. Other narrow
 * screens show only the icons of the entries. The current entry is not a link.
 */
export function Sidebar({ entries, current }: SidebarProps) {
  const byUse = entries.toSorted((one, other) => Number(one.isComing ?? false) - Number(other.isComing ?? false))
  const beyond = byUse.slice(IN_BAR)
  return (
    <nav className={styles.sidebar} aria-label="Sections">
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.to} className={beyond.includes(entry) ? styles.beyondBar : undefined}>
            {entry.to === current ? (
              <span className={`${styles.entry} ${styles.current}`} aria-current="page">
                <Face {...entry} />
              </span>
            ) : (
              <Link className={styles.entry} to={entry.to}>
                <Face {...entry} />
              </Link>
            )}
          </li>
        ))}
        {beyond.length > 0 && (
          <li className={styles.more}>
            <More entries={beyond} current={current} />
          </li>
        )}
      </ul>
    </nav>
  )
}

const Face = ({ icon, label, shortLabel, waiting }: Omit<SidebarEntry, 'to'>) => (
  <>
    {icon}
    <Label label={label} shortLabel={shortLabel} />
    {waiting && <Count of={waiting} />}
  </>
)

/** The bar of a phone shows only the short label. The other words stay in the page, for screen readers. */
function Label({ label, shortLabel = label }: Pick<SidebarEntry, 'label' | 'shortLabel'>) {
  const [before, after] = label.split(shortLabel)
  return (
    <span className={styles.label}>
      {before && <span className={styles.omitted}>{before}</span>}
      {shortLabel}
      {after && <span className={styles.omitted}>{after}</span>}
    </span>
  )
}

/** Larger counts are shown as "9+", because a longer text does not fit at the corner of an icon. */
const COUNT_MAX = 9

const Count = ({ of: { count, what } }: { of: { count: number; what: string } }) => (
  <span className={styles.count}>
    <span aria-hidden="true">{count > COUNT_MAX ? `${COUNT_MAX}+` : count}</span>
    <span className="visually-hidden">
      ({count} {what})
    </span>
  </span>
)

/**
 * The menu of the entries that have no place in the bar. Its button shows the sum of their counts. If one of these entries is the current
 * section, screen readers read its label after the button's text.
 */
function More({ entries, current }: SidebarProps) {
  const opened = entries.find(({ to }) => to === current)
  const count = entries.reduce((sum, { waiting }) => sum + (waiting?.count ?? 0), 0)
  return (
    <Menu
      className={`${styles.entry} ${opened ? styles.current : ''}`}
      align="end"
      trigger={
        <>
          <Ellipsis aria-hidden="true" />
          <span>More</span>
          {opened && <span className="visually-hidden">({opened.label} is open)</span>}
          {count > 0 && <Count of={{ count, what: 'waiting' }} />}
        </>
      }
      items={entries.map(({ to, label, icon, waiting }) => ({
        to,
        label,
        icon,
        isCurrent: to === current,
        after: waiting && <Count of={waiting} />,
      }))}
    />
  )
}
