import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { userQuery } from '../../shared/api/load-user.ts'
import { signOut } from '../../shared/api/sign-out.ts'
import { onUnauthorized } from '../../shared/api/unauthorized.ts'
import { useOwner, useSession } from '../../shared/stores/session.ts'
import { notify } from '../../shared/ui/notify.ts'
import { askedFor } from '../../shared/ui/use-asked-for.ts'
import { companyProfileQuery } from './api/company-profile.ts'
import { redirectFor } from './start-up.ts'

/** Checks the token, loads the company, and sends away whoever has neither; the profile once it is there. */
export function useStartUp() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const queryClient = useQueryClient()
  const { token, logout } = useSession()
  const [hadToken] = useState(token !== null)
  const [expired, setExpired] = useState(false)
  const [left, setLeft] = useState(false)
  const setCompanyProfileId = useOwner((owner) => owner.setCompanyProfileId)
  const user = useQuery({ ...userQuery, enabled: token !== null })
  const profile = useQuery({ ...companyProfileQuery, enabled: token !== null && user.isSuccess })
  const redirect = redirectFor({ left, hadToken, hasToken: token !== null, expired, userError: user.error, profileError: profile.error })

  useEffect(() => onUnauthorized('owner', () => setExpired(true)), [])

  const companyProfileId = profile.data?._id
  useEffect(() => {
    if (companyProfileId) setCompanyProfileId(companyProfileId)
  }, [companyProfileId, setCompanyProfileId])

  const { to, message } = redirect ?? {}
  useEffect(() => {
    if (!to) return
    if (message) notify.error(message)
    if (to !== '/new-company') {
      logout()
      queryClient.clear()
    }
    navigate(to, { replace: true, state: to === '/login' ? askedFor(search) : null })
  }, [to, message, search, logout, navigate, queryClient])

  return {
    profile: redirect ? undefined : profile.data,
    failed: !redirect && profile.isLoadingError,
    retry: profile.refetch,
    leave: () => {
      setLeft(true)
      signOut('owner')
    },
  }
}
