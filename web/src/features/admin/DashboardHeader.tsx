import { brand } from '@app/contracts/brand.ts'
import { ChevronDown, CircleUserRound, LogOut, Mails, Menu as MenuIcon, Search, ShieldCheck, Unplug, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { signOut } from '../../shared/api/sign-out.ts'
import { Brandmark } from '../../shared/ui/Brandmark.tsx'
import { Menu } from '../../shared/ui/Menu.tsx'
import { Tabs } from '../../shared/ui/Tabs.tsx'
import styles from './DashboardHeader.module.css'
import { type TabId, type TabWithCount, tabText } from './tabs.ts'
import { type AccountPart, accountParts, openingOver, placeOf } from './use-place.ts'

/** Prefix of the element ids that connect the tab list to its panel. */
export const TABS_NAME = 'dashboard'

interface DashboardHeaderProps {
  tabs: readonly TabWithCount[]
  selected: TabId
  /** Opens the search for companies, tasks, campaigns and tabs. */
  onSearch: () => void
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** On narrow screens, the tabs are in a menu. */
export function DashboardHeader({ tabs, selected, onSearch }: DashboardHeaderProps) {
  const navigate = useNavigate()
  const current = tabs.find(({ id }) => id === selected)

  return (
    <header className={styles.header} data-bar="">
      <div className={styles.bar}>
        <Brandmark markOnly />
        <h1 className={styles.title}>{brand.name} Admin Dashboard</h1>
        <button type="button" className={styles.search} aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
          <Search aria-hidden="true" />
          <span className={styles.searchWord}>Search</span>
          <span className={styles.key} aria-hidden="true">
            {isMac ? '⌘K' : 'Ctrl K'}
          </span>
        </button>
        <div className={styles.account}>
          <Menu
            align="end"
            trigger={
              <>
                <CircleUserRound aria-hidden="true" />
                Account
                <ChevronDown aria-hidden="true" />
              </>
            }
            items={accountItems(selected)}
          />
        </div>
        <div className={styles.menu}>
          <Menu
            label="Menu"
            align="end"
            trigger={<MenuIcon aria-hidden="true" />}
            items={[
              ...tabs.map((tab) => ({ label: tabText(tab), to: placeOf(tab.id), isCurrent: tab.id === selected })),
              ...accountItems(selected).map((item, at) => ({ ...item, startsGroup: at === 0 })),
            ]}
          />
        </div>
      </div>
      <div className={styles.tabs}>
        <Tabs name={TABS_NAME} label="Dashboard" tabs={tabs} selected={selected} onSelect={(id) => navigate(placeOf(id))} />
      </div>
      <h2 className={styles.current}>{current && tabText(current)}</h2>
    </header>
  )
}

const accountItem = (tab: TabId, part: AccountPart, icon: ReactNode) => ({
  label: accountParts[part],
  icon,
  ...openingOver(tab, { account: part }),
})

const accountItems = (tab: TabId) => [
  accountItem(tab, 'admins', <Users aria-hidden="true" />),
  accountItem(tab, 'task-emails', <Mails aria-hidden="true" />),
  accountItem(tab, 'second-factor', <ShieldCheck aria-hidden="true" />),
  accountItem(tab, 'sign-out-everywhere', <Unplug aria-hidden="true" />),
  { label: 'Log out', icon: <LogOut aria-hidden="true" />, onSelect: () => signOut('admin') },
]
