import { create } from 'zustand'

/** Whether the toasts' own chunk is to be there. */
export const useToastsWanted = create<boolean>(() => false)

export const wantToasts = (): void => useToastsWanted.setState(true, true)

/** Their chunk did not arrive: it is fetched again when they are wanted again. */
export const missToasts = (): void => useToastsWanted.setState(false, true)
