import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { askedFor } from '../../shared/ui/navigation.ts'
import { toast } from './toasts.ts'

/** Sends the visitor to the admin login, saying why; nothing that was loaded stays behind. */
export function useLeave() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const queryClient = useQueryClient()
  return useCallback(
    (message: string) => {
      if (message) toast.failed(message)
      queryClient.clear()
      // Whoever leaves without a word wanted to.
      navigate('/admin/login', { replace: true, state: message ? askedFor(search) : null })
    },
    [navigate, queryClient, search],
  )
}
