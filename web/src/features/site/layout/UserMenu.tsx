import { inChunk } from '../../../shared/ui/chunk.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { Skeleton } from '../../../shared/ui/Skeleton.tsx'
import type { Visitor } from './use-visitor.ts'

const Place = () => <Skeleton shape="line" />

// Most visitors never need it.
const SignedInMenu = inChunk(() => import('./SignedInMenu.tsx'), Place)

/** Login, or the name of whoever is signed in with what only they can do. */
export function UserMenu({ visitor: { username, coming, logout } }: { visitor: Visitor }) {
  if (coming) return <Place />
  if (username) return <SignedInMenu username={username} onLogout={logout} />
  return (
    <LinkButton tone="quiet" to="/login">
      Login
    </LinkButton>
  )
}
