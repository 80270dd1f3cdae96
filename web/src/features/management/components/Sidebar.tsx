import { Link } from 'react-router-dom'
import type { Section } from '../section.ts'
import styles from './Sidebar.module.css'

/** The sections as a list; the selected one is marked and not a link. On a phone a bar at the bottom. */
export function Sidebar({ sections, selected }: { sections: readonly Section[]; selected: number }) {
  return (
    <nav className={styles.sidebar} aria-label="Sections">
      <ul className={styles.entries}>
        {sections.map(({ index, label, icon }) => (
          <li key={index}>
            {index === selected ? (
              <span className={`${styles.entry} ${styles.selected}`} aria-current="page" title={label}>
                {icon}
                <span className={styles.label}>{label}</span>
              </span>
            ) : (
              <Link className={styles.entry} to={`?section=${index}`} title={label}>
                {icon}
                <span className={styles.label}>{label}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
