import { create } from 'zustand'

/** Whether the toasts' own chunk is to be there. */
export const useToastsWanted = create<boolean>(() => false)

export const wantToasts = (): void => useToastsWanted.setState(true, true)
