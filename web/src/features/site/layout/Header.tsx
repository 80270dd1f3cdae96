import { brand } from '@app/contracts/brand.ts'
import { Link, NavLink } from 'react-router-dom'
import { Brandmark } from '../../../shared/ui/Brandmark.tsx'
import styles from './Header.module.css'
import { links } from './links.ts'
import { NarrowMenu } from './NarrowMenu.tsx'
import { UserMenu } from './UserMenu.tsx'
import { useVisitor } from './use-visitor.ts'

/** The site's bar: its pages, and Login or the visitor's own menu. On narrow screens all of that is in a sidebar. */
export function Header() {
  const visitor = useVisitor()

  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Link className={styles.home} to="/" aria-label={`${brand.name}, home`}>
          <Brandmark />
        </Link>
        <nav className={styles.links} aria-label="Pages">
          {links.map(({ to, label }) => (
            <NavLink key={to} className={styles.link} to={to} end>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={styles.visitor}>
          <UserMenu visitor={visitor} />
        </div>
        <NarrowMenu className={styles.narrow} visitor={visitor} />
      </div>
    </header>
  )
}
