import type { Me } from '@app/contracts/http/identity.ts'
import { create } from 'zustand'

const COMPANY_KEY = 'companyProfileId'

interface OwnerState {
  user: Me | null
  companyProfileId: string | null
  setUser: (user: Me | null) => void
  setCompanyProfileId: (id: string) => void
}

/** The signed-in owner and the owner's company. */
export const useOwner = create<OwnerState>((set) => ({
  user: null,
  companyProfileId: typeof window === 'undefined' ? null : localStorage.getItem(COMPANY_KEY),
  setUser: (user) => set({ user }),
  setCompanyProfileId: (id) => {
    localStorage.setItem(COMPANY_KEY, id)
    set({ companyProfileId: id })
  },
}))

/** Records that the signed-in owner has confirmed the email address. */
export function noteVerified(): void {
  const { user, setUser } = useOwner.getState()
  if (user) setUser({ ...user, emailVerified: true })
}

function forgetOwner(): void {
  localStorage.removeItem(COMPANY_KEY)
  useOwner.setState({ user: null, companyProfileId: null })
}

/** The owner's session. It has its own storage key, so that an owner and an admin can be signed in to the same browser. */
export const useSession = createTokenStore('token', forgetOwner)

export const useAdminSession = createTokenStore('adminToken')

/** The session that a call is made with. */
export type Caller = 'owner' | 'admin'

export const sessions = { owner: useSession, admin: useAdminSession }

interface TokenState {
  token: string | null
  login: (token: string) => void
  /** Ends the session in all tabs of this browser. */
  logout: () => void
  /** Reads the token from local storage again, because clearing the storage sends this page no event. Returns the token. */
  reread: () => string | null
}

/**
 * Creates a store for a bearer token in local storage under `key`. All tabs follow each other's sign-in and sign-out. `forget` deletes
 * other stored data of the user.
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
      // Another session was started in another tab. It must not be ended here.
      if (stored && stored !== token) return follow()
      // Without a stored token, removing it would send no event to the other tabs. So the token is stored again before.
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

  /** Takes over the token that another tab has stored or removed. */
  function follow(): void {
    const { token: known } = useStore.getState()
    const token = localStorage.getItem(key)
    if (token === known) return
    // Another user has signed in. The reload discards all data of the previous user.
    if (token && known) window.location.reload()
    useStore.setState({ token })
    if (!token) forget()
  }

  // Public pages are also rendered at build time, where there is no window.
  if (typeof window === 'undefined') return useStore
  // The initial state of the store stays `null`. Prerendered pages hydrate with it, because their content is the same for all visitors.
  follow()
  window.addEventListener('storage', (change) => {
    // A change with key null means that the storage was cleared. That is no sign-out, and the tab that cleared it gets no event either.
    if (change.key === key) follow()
  })
  return useStore
}
