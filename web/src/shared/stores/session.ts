import type { Me } from '@app/contracts/http/identity.ts'
import { create } from 'zustand'
import { createTokenStore } from './token-store.ts'

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
