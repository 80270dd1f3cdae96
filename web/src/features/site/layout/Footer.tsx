import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Brandmark } from '../../../shared/ui/Brandmark.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { PlatformIcon } from '../../../shared/ui/PlatformIcon.tsx'
import styles from './Footer.module.css'
import { links } from './PageLinks.tsx'

const social = [
  { name: 'X', platform: 'platform_x', href: office.social.x },
  { name: 'Instagram', platform: 'platform_insta', href: office.social.instagram },
  { name: 'Facebook', platform: 'platform_fb', href: office.social.facebook },
] as const

export function Footer() {
  const year = useThisYear()

  return (
    <footer className={styles.footer}>
      <div className={styles.column}>
        <div className={styles.about}>
          <Brandmark />
          <p className={styles.line}>
            Marketing, staffing and advice for small retail brands, from {brand.city}, {brand.state}.
          </p>
        </div>
        <nav className={styles.group} aria-label="Footer">
          <h2 className={styles.heading}>Pages</h2>
          {links.map(({ to, label }) => (
            <Link key={to} className={styles.link} to={to}>
              {label}
            </Link>
          ))}
        </nav>
        <div className={`${styles.group} ${styles.contact}`}>
          <h2 className={styles.heading}>Contact</h2>
          <a className={styles.link} href={office.phoneHref}>
            {office.phone}
          </a>
          <a className={styles.link} href={`mailto:${brand.email}`}>
            {brand.email}
          </a>
        </div>
        <div className={styles.group}>
          <h2 className={styles.heading}>Follow us</h2>
          {social.map(({ name, platform, href }) => (
            <a key={name} className={styles.link} href={href}>
              <PlatformIcon platform={platform} decorative />
              {name}
            </a>
          ))}
        </div>
        <div className={styles.bottom}>
          <p>
            © {year} {brand.name}
          </p>
          <NotYet>Privacy Policy</NotYet>
          <NotYet>Terms &amp; Condition</NotYet>
        </div>
      </div>
    </footer>
  )
}

/** Placeholder for a link to a page that does not exist yet. */
function NotYet({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: HTML defines an `a` element without `href` as a placeholder for a link
    <a role="link" aria-disabled="true" className={styles.notYet} title="Not available yet">
      {children}
      <span className={styles.spoken}> (not available yet)</span>
    </a>
  )
}

const never = () => () => {}

/** Returns the current year. In the prerendered HTML and until hydration, it is the year of the build. */
const useThisYear = (): number =>
  useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => import.meta.env.BUILT_YEAR,
  )
