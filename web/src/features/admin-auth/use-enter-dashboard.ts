import { useQueryClient } from '@tanstack/react-query'
import { useAdminSession } from '../../shared/stores/session.ts'
import { useAskedFor, useGoLater } from '../../shared/ui/navigation.ts'
import { notify } from '../../shared/ui/notify.tsx'

export const ADMIN_TOAST = { autoClose: 500 }
const REDIRECT_MS = 500

/** Begins the session of a token and leaves for the dashboard; nothing of whoever was signed in here before stays. */
export function useEnterDashboard(): (token: string) => void {
  const queryClient = useQueryClient()
  const goLater = useGoLater()
  const asked = useAskedFor()
  return (token) => {
    queryClient.clear()
    useAdminSession.getState().login(token)
    notify.success('Login Successful!', ADMIN_TOAST)
    goLater(`/admin/dashboard${asked}`, REDIRECT_MS)
  }
}
