import { ChevronDown, KeyRound, LayoutGrid, LogOut } from 'lucide-react'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { Menu } from '../../../shared/ui/Menu.tsx'
import { Skeleton } from '../../../shared/ui/Skeleton.tsx'
import styles from './UserMenu.module.css'
import type { Visitor } from './use-visitor.ts'

/** Login, or the name of whoever is signed in with what only they can do. */
export function UserMenu({ visitor: { username, coming, logout } }: { visitor: Visitor }) {
  if (coming) return <Skeleton shape="line" />
  if (!username)
    return (
      <LinkButton tone="quiet" to="/login">
        Login
      </LinkButton>
    )
  return (
    <Menu
      align="end"
      trigger={
        <>
          <span className={styles.initial} aria-hidden="true">
            {[...username][0]?.toUpperCase()}
          </span>
          <span className={styles.name}>{username}</span>
          <ChevronDown aria-hidden="true" />
        </>
      }
      items={[
        { label: 'Portal', icon: <LayoutGrid aria-hidden="true" />, to: '/management' },
        { label: 'Change Password', icon: <KeyRound aria-hidden="true" />, to: '/reset-password' },
        { label: 'Logout', icon: <LogOut aria-hidden="true" />, onSelect: logout },
      ]}
    />
  )
}
