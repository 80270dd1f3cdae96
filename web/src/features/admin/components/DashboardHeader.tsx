import { brand } from '@app/contracts/brand.ts'
import { LogOut, Menu as MenuIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAdminSession } from '../../../shared/stores/session.ts'
import { Brandmark } from '../../../shared/ui/Brandmark.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { Menu } from '../../../shared/ui/Menu.tsx'
import { type TabId, type TabWithCount, tabText } from '../tabs.ts'
import { placeOf } from '../use-place.ts'
import styles from './DashboardHeader.module.css'

const SIGN_OUT = 'Sign out'

interface DashboardHeaderProps {
  tabs: readonly TabWithCount[]
  selected: TabId
  /** The row of tabs; narrow screens have it in the menu instead. */
  children: ReactNode
}

export function DashboardHeader({ tabs, selected, children }: DashboardHeaderProps) {
  const logout = useAdminSession((session) => session.logout)
  const current = tabs.find(({ id }) => id === selected)

  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Brandmark markOnly />
        <h1 className={styles.title}>{brand.name} Admin Dashboard</h1>
        <Button className={styles.signOut} tone="quiet" size="small" icon={<LogOut aria-hidden="true" />} onClick={logout}>
          {SIGN_OUT}
        </Button>
        <div className={styles.menu}>
          <Menu
            label="Menu"
            align="end"
            trigger={<MenuIcon aria-hidden="true" />}
            items={[...tabs.map((tab) => ({ label: tabText(tab), to: placeOf(tab.id) })), { label: SIGN_OUT, onSelect: logout }]}
          />
        </div>
      </div>
      <div className={styles.tabs}>{children}</div>
      <h2 className={styles.current}>{current && tabText(current)}</h2>
    </header>
  )
}
