import { lazy, Suspense } from 'react'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { Skeleton } from '../../../shared/ui/Skeleton.tsx'
import type { Visitor } from './use-visitor.ts'

// Most visitors never need it.
const SignedInMenu = lazy(() => import('./SignedInMenu.tsx'))

/** Login, or the name of whoever is signed in with what only they can do. */
export function UserMenu({ visitor: { username, coming, logout } }: { visitor: Visitor }) {
  const place = <Skeleton shape="line" />
  if (coming) return place
  if (!username) {
    return (
      <LinkButton tone="quiet" to="/login">
        Login
      </LinkButton>
    )
  }
  return (
    <Suspense fallback={place}>
      <SignedInMenu username={username} onLogout={logout} />
    </Suspense>
  )
}
