import { addDays, type CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { useSyncExternalStore } from 'react'
import { businessMinute, businessToday, todayFor } from './dates.ts'

/** How often an open page checks whether the date has changed. A timer for midnight would fire late after the computer slept. */
const CHECK_MS = 30_000

const readers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const notifyReaders = () => {
  for (const notify of readers) notify()
}

/** Checks the date regularly and when the page becomes visible again. All subscribers share one timer. */
function subscribe(notify: () => void): () => void {
  if (readers.size === 0) {
    timer = setInterval(notifyReaders, CHECK_MS)
    document.addEventListener('visibilitychange', notifyReaders)
  }
  readers.add(notify)
  return () => {
    readers.delete(notify)
    if (readers.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', notifyReaders)
  }
}

/** Returns today's date on the business clock. The component renders again when a new day begins. */
export const useBusinessToday = (): CalendarDate => useSyncExternalStore(subscribe, businessToday)

export const useBusinessTomorrow = (): CalendarDate => addDays(useBusinessToday(), 1)

/** Returns when the current minute of the business clock began, in ms since 1970. The component renders again when a new minute begins. */
export const useBusinessMinute = (): number => useSyncExternalStore(subscribe, businessMinute)

/** Like `todayFor`. The component also renders again when a new day begins. */
export const useTodayFor = (value: string): CalendarDate => useSyncExternalStore(subscribe, () => todayFor(value))
