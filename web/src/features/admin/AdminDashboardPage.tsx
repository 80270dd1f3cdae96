import { Dashboard } from './Dashboard.tsx'
import { useAccess } from './use-access.ts'

export default function AdminDashboardPage() {
  return useAccess() ? <Dashboard /> : null
}
