import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast } from './toasts.ts'

/** Sends the visitor to the admin login, saying why; nothing that was loaded stays behind. */
export function useLeave() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useCallback(
    (message: string) => {
      if (message) toast.failed(message)
      queryClient.clear()
      navigate('/admin/login', { replace: true })
    },
    [navigate, queryClient],
  )
}
