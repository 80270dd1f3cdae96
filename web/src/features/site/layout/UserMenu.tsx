import { inChunk } from '../../../shared/ui/chunk.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { Skeleton } from '../../../shared/ui/Skeleton.tsx'
import { Spare } from '../../../shared/ui/Spare.tsx'
import type { Visitor } from './use-visitor.ts'

const Place = () => <Skeleton shape="line" />

// Most visitors never need it.
const SignedInMenu = inChunk(() => import('./SignedInMenu.tsx'), Place)

/** Login, or the name of whoever is signed in with what only they can do. */
export function UserMenu({ visitor: { username, coming, logout } }: { visitor: Visitor }) {
  if (coming) return <Place />
  if (!username) return <HeaderLink to="/login">Login</HeaderLink>
  return (
    <Spare instead={<HeaderLink to="/management">Portal</HeaderLink>}>
      <SignedInMenu username={username} onLogout={logout} />
    </Spare>
  )
}

function HeaderLink({ to, children }: { to: string; children: string }) {
  return (
    <LinkButton tone="quiet" to={to}>
      {children}
    </LinkButton>
  )
}
