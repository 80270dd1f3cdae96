import type { Me } from '@app/contracts/http/identity.ts'
import { create } from 'zustand'

const COMPANY_KEY = 'companyProfileId'

interface OwnerState {
  user: Me | null
  companyProfileId: string | null
  setUser: (user: Me | null) => void
  setCompanyProfileId: (id: string) => void
}

/** Who the business owner's token belongs to, and the company it works for. */
export const useOwner = create<OwnerState>((set) => ({
  user: null,
  companyProfileId: typeof window === 'undefined' ? null : localStorage.getItem(COMPANY_KEY),
  setUser: (user) => set({ user }),
  setCompanyProfileId: (id) => {
    localStorage.setItem(COMPANY_KEY, id)
    set({ companyProfileId: id })
  },
}))

/** The signed-in owner, if there is one, has confirmed the email address. */
export function noteVerified(): void {
  const { user, setUser } = useOwner.getState()
  if (user) setUser({ ...user, emailVerified: true })
}

function forgetOwner(): void {
  localStorage.removeItem(COMPANY_KEY)
  useOwner.setState({ user: null, companyProfileId: null })
}

/** The business owner's session; its own key, so that one browser can hold an admin's beside it. */
export const useSession = createTokenStore('token', forgetOwner)

export const useAdminSession = createTokenStore('adminToken')

/** Whose session a call is made with. */
export type Caller = 'owner' | 'admin'

export const sessions = { owner: useSession, admin: useAdminSession }

interface TokenState {
  token: string | null
  login: (token: string) => void
  /** Ends the session in every tab of this browser. */
  logout: () => void
  /** Takes over what the storage holds, which may have been emptied without a word to this page. Answers the token. */
  reread: () => string | null
}

/**
 * A bearer token kept in local storage under `key`; every tab follows the others' sign-in and sign-out. `forget` drops
 * what is kept of the person besides.
 */
function createTokenStore(key: string, forget: () => void = () => {}) {
  const useStore = create<TokenState>((set, get) => ({
    token: null,
    login: (token) => {
      forget()
      localStorage.setItem(key, token)
      set({ token })
    },
    logout: () => {
      const { token } = get()
      if (token === null) return
      const stored = localStorage.getItem(key)
      // Somebody has signed in anew in another tab: that session is not this one's to end.
      if (stored && stored !== token) return follow()
      // Where the storage was cleared, other tabs would not hear of it.
      if (!stored) localStorage.setItem(key, token)
      localStorage.removeItem(key)
      set({ token: null })
      forget()
    },
    reread: () => {
      if (localStorage.getItem(key)) follow()
      else get().logout()
      return get().token
    },
  }))

  /** What another tab has done. */
  function follow(): void {
    const { token: known } = useStore.getState()
    const token = localStorage.getItem(key)
    if (token === known) return
    // Somebody signed in anew: nothing that was loaded for the last person may stay.
    if (token && known) window.location.reload()
    useStore.setState({ token })
    if (!token) forget()
  }

  // Public pages are rendered at build time too, where there is no browser.
  if (typeof window === 'undefined') return useStore
  // Not the store's first state, which pages that come with their content begin with: that content is the same for everybody.
  follow()
  window.addEventListener('storage', (change) => {
    // Not a key of null: who clears the whole storage has not signed out, and the tab it was done in hears nothing of it either.
    if (change.key === key) follow()
  })
  return useStore
}
