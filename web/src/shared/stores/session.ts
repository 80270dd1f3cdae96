import type { Me } from '@app/contracts/http/session.ts'
import { create } from 'zustand'
import { localValues } from '../browser/storage.ts'

const COMPANY_KEY = 'companyProfileId'

interface OwnerState {
  user: Me | null
  companyProfileId: string | null
  setUser: (user: Me | null) => void
  setCompanyProfileId: (id: string) => void
}

export const useOwner = create<OwnerState>((set) => ({
  user: null,
  companyProfileId: typeof window === 'undefined' ? null : localValues.get(COMPANY_KEY),
  setUser: (user) => set({ user }),
  setCompanyProfileId: (id) => {
    localValues.set(COMPANY_KEY, id)
    set({ companyProfileId: id })
  },
}))

export function noteVerified(): void {
  const { user, setUser } = useOwner.getState()
  if (user) setUser({ ...user, emailVerified: true })
}

function forgetOwner(): void {
  localValues.remove(COMPANY_KEY)
  useOwner.setState({ user: null, companyProfileId: null })
}

/** The owner's session. Owner and admin have different storage keys, so that both can be signed in to the same browser. */
export const useSession = createTokenStore('token', forgetOwner)

export const useAdminSession = createTokenStore('adminToken')

export type Caller = 'owner' | 'admin'

export const sessions = { owner: useSession, admin: useAdminSession }

interface TokenState {
  token: string | null
  login: (token: string) => void
  /** Ends the session in all tabs of this browser. */
  logout: () => void
  /**
   * Reads the token from the local storage again, and returns it. Logs out if the token is missing. If the local storage was cleared, no
   * other code notices this. The tab that cleared the storage gets no event, and the other tabs ignore the event.
   */
  reread: () => string | null
}

/** Creates a store for a token in local storage, which all tabs follow. `forget` deletes other stored data of the user. */
function createTokenStore(key: string, forget: () => void = () => {}) {
  const useStore = create<TokenState>((set, get) => ({
    token: null,
    login: (token) => {
      forget()
      localValues.set(key, token)
      set({ token })
    },
    logout: () => {
      const { token } = get()
      if (token === null) return
      const stored = localValues.get(key)
      // Another tab has started another session, which must not be ended here.
      if (stored && stored !== token) return follow()
      // Removing a token that is not stored sends no event to the other tabs. So the token is stored again first.
      if (!stored) localValues.set(key, token)
      localValues.remove(key)
      set({ token: null })
      forget()
    },
    reread: () => {
      if (localValues.get(key)) follow()
      else get().logout()
      return get().token
    },
  }))

  /** Applies the token that another tab has stored or removed. */
  function follow(): void {
    const { token: known } = useStore.getState()
    const token = localValues.get(key)
    if (token === known) return
    // Another user has signed in. The reload discards all data of the previous user.
    if (token && known) window.location.reload()
    useStore.setState({ token })
    if (!token) forget()
  }

  // At build time, public pages are rendered without a window.
  if (typeof window === 'undefined') return useStore
  // Prerendered pages are the same for all visitors. So the initial token must be `null`, and the stored token is read after that.
  follow()
  window.addEventListener('storage', (change) => {
    // If another tab cleared the storage, `change.key` is null. The other tab gets no event itself, so that tab stays signed in. This tab
    // ignores the event, so that it stays signed in as well.
    if (change.key === key) follow()
  })
  return useStore
}

/** Claims of a token. Only the server verifies them. */
interface Claims {
  sub: string
  operator?: boolean
}

/** Returns the claims of a token. Undefined if there is no token or it cannot be parsed. */
export function claimsOf(token: string | null): Claims | undefined {
  try {
    const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    return claims && JSON.parse(atob(claims))
  } catch {
    return undefined
  }
}
