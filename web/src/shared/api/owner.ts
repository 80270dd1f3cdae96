import { type CompanyProfile, getCompanyProfile } from '@app/contracts/http/company.ts'
import { getMe, type Me } from '@app/contracts/http/identity.ts'
import { useOwner, useSession } from '../stores/session.ts'
import { isStatus } from './api-error.ts'
import { call } from './call.ts'

/** Asks who the stored token belongs to and keeps the answer; on any failure there is no user. */
async function loadUser(): Promise<Me> {
  const { setUser } = useOwner.getState()
  try {
    const user = await call(getMe, {})
    if (!user.email) throw new Error('The user has no address')
    setUser(user)
    return user
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failure that the user is shown nothing of
    console.error('Failed to fetch user data', error)
    setUser(null)
    throw error
  }
}

let ahead: { token: string | null; user: Promise<Me> } | undefined

/** Begins to ask who it is before what keeps the answer has arrived. */
export function askAheadForUser(): void {
  ahead = { token: useSession.getState().token, user: loadUser() }
  ahead.user.catch(() => {})
}

function user(): Promise<Me> {
  const asked = ahead
  ahead = undefined
  return asked?.token === useSession.getState().token ? asked.user : loadUser()
}

/** Asked once a session: that it has ended is told by any other call, and a failure later on ends nothing. */
export const userQuery = { queryKey: ['me'], queryFn: user, staleTime: 'static' } as const

/** The owner's company; or null, and what an owner is told who is sent to create one. */
export type Found = { profile: CompanyProfile } | { profile: null; told: string }

const NONE: Found = { profile: null, told: 'Please create a company profile first' }
const EMPTY: Found = { profile: null, told: 'Company profile not found' }

/** Only a 404, and an answer with nothing in it, mean that there is none. Any other failure tells nothing of that. */
async function findCompany(signal: AbortSignal): Promise<Found> {
  try {
    const profile = await call(getCompanyProfile, { signal })
    if (!profile?._id) return EMPTY
    useOwner.getState().setCompanyProfileId(profile._id)
    return { profile }
  } catch (error) {
    if (isStatus(error, 404)) return NONE
    throw error
  }
}

export const companyQuery = {
  queryKey: ['company-profile'],
  queryFn: ({ signal }: { signal: AbortSignal }) => findCompany(signal),
} as const
