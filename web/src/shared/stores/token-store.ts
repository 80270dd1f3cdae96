import { create } from 'zustand'

interface TokenState {
  token: string | null
  login: (token: string) => void
  logout: () => void
  /** Takes over what the storage holds, which may have been emptied without a word to this page. Answers the token. */
  reread: () => string | null
}

/**
 * A bearer token kept in local storage under `key`; every tab follows the others' sign-in and sign-out. `forget` drops
 * what is kept of the person besides.
 */
export function createTokenStore(key: string, forget: () => void = () => {}) {
  const useStore = create<TokenState>((set, get) => ({
    token: null,
    login: (token) => {
      forget()
      localStorage.setItem(key, token)
      set({ token })
    },
    logout: () => {
      // Another tab may have signed this one out to sign in itself.
      if (get().token === null) return
      localStorage.removeItem(key)
      set({ token: null })
      forget()
    },
    reread: () => {
      const { token: known } = get()
      const token = localStorage.getItem(key)
      if (token === known) return token
      // Somebody signed in anew: nothing that was loaded for the last person may stay.
      if (token && known) window.location.reload()
      set({ token })
      if (!token) forget()
      return token
    },
  }))

  // Public pages are rendered at build time too, where there is no browser.
  if (typeof window === 'undefined') return useStore
  // Not the store's first state, which pages that come with their content begin with: that content is the same for everybody.
  useStore.getState().reread()
  window.addEventListener('storage', (change) => {
    // A key of null: the whole storage was cleared.
    if (change.key === key || change.key === null) useStore.getState().reread()
  })
  return useStore
}
