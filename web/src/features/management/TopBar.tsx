import { brand } from '@app/contracts/brand.ts'
import type { AccountManager, OwnProfile } from '@app/contracts/http/company.ts'
import { Briefcase, ChevronDown, LogOut, MessageCircle, Unplug } from 'lucide-react'
import { useState } from 'react'
import { leaveSession } from '../../shared/form/unsent.ts'
import { Brandmark } from '../../shared/ui/Brandmark.tsx'
import { PanelMissing } from '../../shared/ui/Dialog.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { LogoChip } from '../../shared/ui/LogoChip.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../shared/ui/lazy-part.tsx'
import { Menu } from '../../shared/ui/Menu.tsx'
import styles from './TopBar.module.css'

const SignOutEverywhere = lazyPart(() => import('../../domain/account/SignOutEverywhere.tsx'), { missing: PanelMissing })
const parts = [SignOutEverywhere]

interface TopBarProps {
  profile: OwnProfile | undefined
  edit: { to: string; state?: object; isCurrent: boolean }
  onLogout: () => void
}

/** The menu's entry that starts an email to the admin who looks after the company. */
const contactItem = ({ name }: AccountManager) => ({
  label: `Your contact: ${name}`,
  icon: <MessageCircle aria-hidden="true" />,
  onSelect: () => window.location.assign(`mailto:${brand.email}`),
})

/** The bar is empty until the profile is loaded. */
export function TopBar({ profile, edit, onLogout }: TopBarProps) {
  const title = profile && (profile.dba || profile.companyName)
  const [isSigningOut, setSigningOut] = useState(false)
  useLoadedWhenIdle(parts)

  return (
    <>
      <header className={styles.bar} data-bar="">
        <div className={styles.company}>
          {profile && (
            <Menu
              label={`Menu of ${profile.companyName}`}
              trigger={
                <>
                  <LogoChip name={profile.companyName} src={profile.logo} colour={profile.color1} />
                  {title !== profile.companyName && <span className={styles.name}>{profile.companyName}</span>}
                  <ChevronDown aria-hidden="true" />
                </>
              }
              items={[
                { label: 'Edit Profile', icon: <Briefcase aria-hidden="true" />, ...edit },
                ...(profile.accountManager ? [contactItem(profile.accountManager)] : []),
                { label: 'Log out everywhere', icon: <Unplug aria-hidden="true" />, onSelect: () => setSigningOut(true) },
                { label: 'Logout & Go Home', icon: <LogOut aria-hidden="true" />, onSelect: () => leaveSession(onLogout) },
              ]}
            />
          )}
        </div>
        <div className={styles.titles}>
          <p className={styles.title}>{title}</p>
          {profile && title !== profile.companyName && <p className={styles.subtitle}>{profile.companyName}</p>}
        </div>
        <Link className={styles.home} to="/" aria-label={`${brand.name}, home`}>
          <Brandmark markOnly />
        </Link>
      </header>
      {isSigningOut && <SignOutEverywhere caller="owner" onSignedOut={onLogout} onClose={() => setSigningOut(false)} />}
    </>
  )
}
