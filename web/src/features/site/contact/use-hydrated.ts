import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the HTML that the build writes, true once the page is alive. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
