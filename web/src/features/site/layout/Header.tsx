import { brand } from '@app/contracts/brand.ts'
import { Link } from 'react-router-dom'
import { Brandmark } from '../../../shared/ui/Brandmark.tsx'
import styles from './Header.module.css'
import { NarrowMenu } from './NarrowMenu.tsx'
import { PageLinks } from './PageLinks.tsx'
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
        <PageLinks className={styles.links} link={styles.link} />
        <div className={styles.visitor}>
          <UserMenu visitor={visitor} />
        </div>
        <NarrowMenu className={styles.narrow} visitor={visitor} />
      </div>
    </header>
  )
}
