import { LinkButton } from '../../../shared/ui/Button.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { Skeleton } from '../../../shared/ui/stand-ins.tsx'
import type { Visitor } from './use-visitor.ts'

const Place = () => <Skeleton shape="line" />

// Most visitors never need it.
const SignedInMenu = lazyPart(() => import('./SignedInMenu.tsx'), {
  waiting: <Place />,
  missing: () => <HeaderLink to="/management">Portal</HeaderLink>,
})

/** Login, or the name of whoever is signed in with what only they can do. */
export function UserMenu({ visitor: { username, coming, logout } }: { visitor: Visitor }) {
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
