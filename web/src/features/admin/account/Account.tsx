import SignOutEverywhere from '../../../domain/account/SignOutEverywhere.tsx'
import { useAdminSession } from '../../../shared/stores/session.ts'
import type { AccountPart } from '../use-place.ts'
import { Admins } from './Admins.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { TaskEmails } from './TaskEmails.tsx'

export default function Account({ part, onClose }: { part: AccountPart; onClose: () => void }) {
  const logout = useAdminSession((session) => session.logout)
  if (part === 'admins') return <Admins onClose={onClose} />
  if (part === 'task-emails') return <TaskEmails onClose={onClose} />
  if (part === 'second-factor') return <SecondFactor onClose={onClose} />
  return <SignOutEverywhere caller="admin" onSignedOut={logout} onClose={onClose} />
}
