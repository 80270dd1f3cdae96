import { useAdmins } from '../account/api.ts'
import { PartStates } from './PartStates.tsx'

/** The name of the admin who looks after a company. */
export function AccountManager({ managerId }: { managerId: string | null }) {
  return managerId ? <ManagerName id={managerId} /> : 'Nobody'
}

function ManagerName({ id }: { id: string }) {
  const admins = useAdmins()
  const manager = admins.data?.find(({ _id }) => _id === id)
  if (!admins.data) return <PartStates query={admins} what="the name" />
  if (!manager) return 'A former admin'
  return manager.isSelf ? `${manager.username} (you)` : manager.username
}
