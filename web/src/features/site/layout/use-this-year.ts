import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The current year; in the HTML, and until the page runs, the one it was built in. */
export const useThisYear = (): number =>
  useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => import.meta.env.BUILT_YEAR,
  )
