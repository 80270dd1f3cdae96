import { brand } from '@app/contracts/brand.ts'
import { Menu as MenuIcon, X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { signOut } from '../../../shared/api/sign-out.ts'
import { userQuery } from '../../../shared/api/user.ts'
import { useOwner, useSession } from '../../../shared/stores/session.ts'
import { Brandmark } from '../../../shared/ui/Brandmark.tsx'
import { IconButton } from '../../../shared/ui/Button.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { placeToasts } from '../../../shared/ui/notify.tsx'
import { Skeleton } from '../../../shared/ui/states.tsx'
import styles from './Header.module.css'
import { PageLinks } from './PageLinks.tsx'

export function Header() {
  const visitor = useVisitor()

  return (
    <header className={styles.header} data-bar="">
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

const Place = () => <Skeleton shape="line" />

// The menu is loaded on demand, because most visitors are not signed in.
const SignedInMenu = lazyPart(() => import('./SignedInMenu.tsx'), {
  waiting: <Place />,
  missing: () => <HeaderLink to="/management">Portal</HeaderLink>,
})

function UserMenu({ visitor: { username, coming, logout } }: { visitor: Visitor }) {
  if (coming) return <Place />
  if (!username) return <HeaderLink to="/login">Login</HeaderLink>
  return <SignedInMenu username={username} onLogout={logout} />
}

function HeaderLink({ to, children }: { to: string; children: string }) {
  return (
    <LinkButton tone="quiet" to={to}>
      {children}
    </LinkButton>
  )
}

interface NarrowMenuProps {
  visitor: Visitor
  /**
   * CSS class that hides the menu button on wide screens. The sidebar does not get this class: an open sidebar stays visible on a wide
   * screen.
   */
  className: string | undefined
}

/** The `dialog` element keeps the focus inside the sidebar and returns it to the button. */
function NarrowMenu({ visitor: { username, coming, logout }, className }: NarrowMenuProps) {
  const sidebar = useRef<HTMLDialogElement>(null)

  function open(): void {
    sidebar.current?.showModal()
    placeToasts()
  }

  function closeOnChoice({ target, currentTarget }: MouseEvent<HTMLDialogElement>): void {
    // If the target is the dialog element, the click was outside of the dialog's content.
    const chosen = target instanceof Element && target.closest('a, [data-closes]')
    if (chosen || target === currentTarget) currentTarget.close()
  }

  return (
    <>
      <IconButton className={className} label="Open menu" icon={<MenuIcon />} aria-haspopup="dialog" onClick={open} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click, and Escape closes every dialog */}
      <dialog ref={sidebar} className={styles.sidebar} aria-label="Menu" onClick={closeOnChoice} onClose={() => placeToasts()}>
        <div className={styles.content}>
          <div className={styles.menuTop}>
            <Brandmark />
            <IconButton label="Close menu" icon={<X />} data-closes />
          </div>
          <PageLinks className={styles.menuLinks} link={styles.menuLink} />
          {username ? (
            <section className={styles.account} aria-label="Your account">
              <p className={styles.name}>{username}</p>
              <Link className={styles.choice} to="/management">
                Portal
              </Link>
              <Link className={styles.choice} to="/reset-password">
                Change Password
              </Link>
              <button type="button" className={styles.choice} data-closes onClick={logout}>
                Logout
              </button>
            </section>
          ) : coming ? (
            <Skeleton shape="line" />
          ) : (
            <LinkButton to="/login">Login</LinkButton>
          )}
        </div>
      </dialog>
    </>
  )
}

/** Loads the query client and the user of a stored token. If loading fails, the visitor is shown as not signed in. */
const loadVisitor = () =>
  import('../../../shared/api/query-client.tsx').then(
    ({ queryClient }) => queryClient.prefetchQuery(userQuery),
    () => {},
  )

/** `coming` is true while the user of a stored token is loading. `username` is undefined for anonymous visitors. */
function useVisitor() {
  const token = useSession((session) => session.token)
  const user = useOwner((owner) => owner.user)
  /** The token for which the user has been requested. The request may have failed. */
  const [requestedToken, setRequestedToken] = useState<string | null>(null)

  useEffect(() => {
    if (token) void loadVisitor().finally(() => setRequestedToken(token))
  }, [token])

  return {
    username: user?.username,
    coming: token !== requestedToken && !user && token !== null,
    logout: () => signOut('owner'),
  }
}

type Visitor = ReturnType<typeof useVisitor>
