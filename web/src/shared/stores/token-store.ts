import { create } from 'zustand'

interface TokenState {
  token: string | null
  login: (token: string) => void
  logout: () => void
}

/** A bearer token kept in local storage under `key`; every tab follows the others' sign-in and sign-out. */
export function createTokenStore(key: string, { onLogout }: { onLogout?: () => void } = {}) {
  const useStore = create<TokenState>((set) => ({
    token: localStorage.getItem(key),
    login: (token) => {
      localStorage.setItem(key, token)
      set({ token })
    },
    logout: () => {
      localStorage.removeItem(key)
      set({ token: null })
      onLogout?.()
    },
  }))

  window.addEventListener('storage', (change) => {
    // A key of null: the whole storage was cleared.
    if (change.key !== key && change.key !== null) return
    const token = localStorage.getItem(key)
    useStore.setState({ token })
    if (!token) onLogout?.()
  })
  return useStore
}
