import { ChevronDown, KeyRound, LayoutGrid, LogOut } from 'lucide-react'
import { Menu } from '../../../shared/ui/Menu.tsx'
import styles from './SignedInMenu.module.css'

export default function SignedInMenu({ username, onLogout }: { username: string; onLogout: () => void }) {
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
        { label: 'Logout', icon: <LogOut aria-hidden="true" />, onSelect: onLogout },
      ]}
    />
  )
}
