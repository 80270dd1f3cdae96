import { useLocation } from 'react-router-dom'

/**
 * Whoever is sent to sign in comes back to what was asked for: this goes with the way there, in the history's entry, and
 * is read there. Only what stands behind the `?`: the page to come back to is known, and nothing can lead elsewhere.
 */
export const askedFor = (search: string) => ({ askedFor: search })

export const useAskedFor = (): string => useLocation().state?.askedFor ?? ''
