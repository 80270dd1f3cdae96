import { brand } from '@app/contracts/brand.ts'
import { Menu as MenuIcon, X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { userQuery } from '../../../shared/api/owner.ts'
import { signOut } from '../../../shared/api/sign-out.ts'
import { useOwner, useSession } from '../../../shared/stores/session.ts'
import { Brandmark } from '../../../shared/ui/Brandmark.tsx'
import { IconButton, LinkButton } from '../../../shared/ui/Button.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { placeToasts } from '../../../shared/ui/notify.tsx'
import { Skeleton } from '../../../shared/ui/states.tsx'
import styles from './Header.module.css'
import { PageLinks } from './PageLinks.tsx'

/** The site's bar: its pages, and Login or the visitor's own menu. On narrow screens all of that is in a sidebar. */
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

// Most visitors never need it.
const SignedInMenu = lazyPart(() => import('./SignedInMenu.tsx'), {
  waiting: <Place />,
  missing: () => <HeaderLink to="/management">Portal</HeaderLink>,
})

/** Login, or the name of whoever is signed in with what only they can do. */
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
  /** Of the button alone: on a phone that is turned around, the open sidebar stays. */
  className: string | undefined
}

/** On narrow screens: the button that opens the sidebar, and the sidebar. The browser's dialog keeps focus in it and gives it back. */
function NarrowMenu({ visitor: { username, coming, logout }, className }: NarrowMenuProps) {
  const sidebar = useRef<HTMLDialogElement>(null)

  function open(): void {
    sidebar.current?.showModal()
    placeToasts()
  }

  function closeOnChoice({ target, currentTarget }: MouseEvent<HTMLDialogElement>): void {
    // A click on the dialog itself is one beside what is in it.
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

/** What keeps who it is comes for those alone who are signed in; if it does not come, they are shown as others are. */
const loadVisitor = () =>
  import('../../../shared/api/query-client.tsx').then(
    ({ queryClient }) => queryClient.prefetchQuery(userQuery),
    () => {},
  )

/** Who visits: a name once the stored token's user is there, `coming` until then; nobody for everybody else. */
function useVisitor() {
  const token = useSession((session) => session.token)
  const user = useOwner((owner) => owner.user)
  /** The token whose user has been asked for and was told, or not. */
  const [asked, setAsked] = useState<string | null>(null)

  useEffect(() => {
    if (token) void loadVisitor().finally(() => setAsked(token))
  }, [token])

  return {
    username: user?.username,
    coming: token !== asked && !user && token !== null,
    logout: () => signOut('owner'),
  }
}

type Visitor = ReturnType<typeof useVisitor>
