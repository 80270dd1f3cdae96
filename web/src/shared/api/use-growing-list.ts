import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

export interface LoadedList<T> {
  items: readonly T[]
  /** The cursor of the next page. Undefined at the end of the list. */
  next: string | undefined
}

interface PageRequest {
  limit: number
  cursor?: string
  signal?: AbortSignal
}

interface GrowingList<T> {
  queryKey: QueryKey
  load: (requested: PageRequest) => Promise<{ reply: readonly T[]; next: string | undefined }>
  keyOf: (item: T) => string
  /** Number of items that the first load and each call of `more` request. */
  step: number
  /** Maximum number of items in one request. A reload may request more than `step` items at once. */
  most: number
  enabled?: boolean
  /** Returns the time in ms after which the list is reloaded, for example because its links expire. */
  reloadAfter?: (items: readonly T[]) => number | false
}

/**
 * Loads a list page by page: each call of `more` loads a page. The pages are cached as one list, so that a single item can be updated in
 * place. A reload requests all visible items in as few calls as possible. React Query's infinite query would request each page again.
 */
export function useGrowingList<T>({ queryKey, load, keyOf, step, most, enabled, reloadAfter }: GrowingList<T>) {
  const queryClient = useQueryClient()
  const [requested, setRequested] = useState<{ of: LoadedList<T>; hasFailed?: true }>()
  const query = useQuery({
    queryKey,
    enabled,
    queryFn: ({ signal }) => {
      const shown = queryClient.getQueryData<LoadedList<T>>(queryKey)?.items.length ?? 0
      return inPages(load, Math.max(step, shown), most, signal)
    },
    // A mounted list gets live updates. It misses updates while unmounted, so it is reloaded on mount.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && reloadAfter?.(data.items)) ?? false,
    placeholderData: (before) => before,
  })

  const list = query.data
  const next = list?.next
  // Compares the list object, because different lists can have the same cursor.
  const isRequested = list !== undefined && requested?.of === list
  const growth: 'idle' | 'busy' | 'failed' = isRequested ? (requested.hasFailed ? 'failed' : 'busy') : 'idle'

  async function more(): Promise<void> {
    if (!list || next === undefined || growth === 'busy') return
    setRequested({ of: list })
    try {
      const page = await load({ cursor: next, limit: step })
      queryClient.setQueryData<LoadedList<T>>(queryKey, (known) => known && appendPage(known, next, page, keyOf))
    } catch {
      setRequested({ of: list, hasFailed: true })
    }
  }

  return { query, items: list?.items, hasMore: next !== undefined && !query.isPlaceholderData, growth, more }
}

export type ListGrowth = Pick<ReturnType<typeof useGrowingList>, 'hasMore' | 'growth' | 'more'>

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

/** Appends the next page to the list. Returns the list unchanged if it was reloaded in the meantime and has another cursor. */
function appendPage<T>(
  known: LoadedList<T>,
  cursor: string,
  page: { reply: readonly T[]; next: string | undefined },
  keyOf: (item: T) => string,
) {
  if (known.next !== cursor) return known
  const keys = new Set(known.items.map(keyOf))
  return { items: [...known.items, ...page.reply.filter((item) => !keys.has(keyOf(item)))], next: page.next }
}
