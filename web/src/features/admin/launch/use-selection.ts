import { useState } from 'react'

/** Manages the selection of items of a list. Items that leave the list are no longer selected. At most `max` items can be selected. */
export function useSelection<T extends { _id: string }>(items: readonly T[] | undefined, max: number) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = (items ?? []).filter(({ _id }) => ids.has(_id)).slice(0, max)

  return {
    selected,
    /** Number of items that `selectAll` selects. */
    selectable: Math.min(items?.length ?? 0, max),
    has: (id: string): boolean => ids.has(id),
    toggle: (id: string) => setIds((known) => (known.has(id) ? new Set([...known].filter((one) => one !== id)) : new Set([...known, id]))),
    selectAll: () => setIds(new Set((items ?? []).slice(0, max).map(({ _id }) => _id))),
    clear: () => setIds(new Set()),
  }
}

export type Selection<T extends { _id: string }> = ReturnType<typeof useSelection<T>>
