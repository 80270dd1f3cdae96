import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** The items of a list that have been loaded. */
export interface LoadedList<T> {
  items: readonly T[]
  /** The cursor of the next page; undefined at the end of the list. */
  next: string | undefined
}

interface PageRequest {
  limit: number
  cursor?: string
  signal?: AbortSignal
}

interface GrowingList<T> {
  queryKey: QueryKey
  load: (asked: PageRequest) => Promise<{ reply: readonly T[]; next: string | undefined }>
  keyOf: (item: T) => string
  /** How many come at first, and more each time. */
  step: number
  /** How many one answer may hold. */
  most: number
}

/**
 * A list that is loaded page by page as it is asked for `more`, and kept in one piece, so that one item of it can be changed where it
 * stands. Loaded anew it has as many items as are shown, in as few calls as that takes. Not by React Query's own way, which loads page
 * after page again.
 */
export function useGrowingList<T>({ queryKey, load, keyOf, step, most }: GrowingList<T>) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<{ of: LoadedList<T>; hasFailed?: true }>()
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const shown = queryClient.getQueryData<LoadedList<T>>(queryKey)?.items.length ?? 0
      return inPages(load, Math.max(step, shown), most, signal)
    },
    // Told of each change while it is on the screen; what was not seen meanwhile is asked for when it is opened again.
    staleTime: 0,
    placeholderData: (before) => before,
  })

  const list = query.data
  const next = list?.next
  // By the list itself: another one, or the same when it was loaded anew, may go on after the same item.
  const isAsked = list !== undefined && asked?.of === list
  const growth: 'idle' | 'busy' | 'failed' = isAsked ? (asked.hasFailed ? 'failed' : 'busy') : 'idle'

  async function more(): Promise<void> {
    if (!list || next === undefined || growth === 'busy') return
    setAsked({ of: list })
    try {
      const page = await load({ cursor: next, limit: step })
      queryClient.setQueryData<LoadedList<T>>(queryKey, (known) => known && behind(known, next, page, keyOf))
    } catch {
      setAsked({ of: list, hasFailed: true })
    }
  }

  return { query, items: list?.items, hasMore: next !== undefined && !query.isPlaceholderData, growth, more }
}

/** What `EndOfList` needs: whether there are more items, whether they are loading, and how to load them. */
export type ListGrowth = Pick<ReturnType<typeof useGrowingList>, 'hasMore' | 'growth' | 'more'>

/** The first `count` items, or all. */
export async function inPages<T>(
  load: GrowingList<T>['load'],
  count: number,
  most: number,
  signal: AbortSignal | undefined,
): Promise<LoadedList<T>> {
  const items: T[] = []
  let next: string | undefined
  do {
    const page = await load({ cursor: next, limit: Math.min(most, count - items.length), signal })
    items.push(...page.reply)
    next = page.next
  } while (next !== undefined && items.length < count)
  return { items, next }
}

/** The list with its next page; as it is, where it was loaded anew meanwhile and goes on elsewhere. */
function behind<T>(
  known: LoadedList<T>,
  cursor: string,
  page: { reply: readonly T[]; next: string | undefined },
  keyOf: (item: T) => string,
) {
  if (known.next !== cursor) return known
  const keys = new Set(known.items.map(keyOf))
  return { items: [...known.items, ...page.reply.filter((item) => !keys.has(keyOf(item)))], next: page.next }
}
