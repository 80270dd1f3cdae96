import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { useState } from 'react'
import { type CalendarDay, withMoves } from './entries.ts'

/** Moves the entry with this key to a day. The promise settles when the data of the calendar are up to date. */
export type MoveEntry = (key: string, date: CalendarDate) => Promise<unknown>

/** Shows moved entries on their new days while the moves are sent. */
export function useShownMoves(days: readonly CalendarDay[] | undefined, onMove: MoveEntry | undefined) {
  const [moves, setMoves] = useState<ReadonlyMap<string, CalendarDate>>(new Map())

  async function move(key: string, date: CalendarDate): Promise<void> {
    setMoves((others) => new Map(others).set(key, date))
    try {
      await onMove?.(key, date)
    } finally {
      setMoves((all) => new Map([...all].filter(([other, to]) => other !== key || to !== date)))
    }
  }
  return { shown: days && withMoves(days, moves), move: onMove && ((key: string, date: CalendarDate) => void move(key, date)) }
}
