import type { BoardTask } from '@app/contracts/http/board.ts'
import { useState } from 'react'

/** Manages the selection of tasks of a list. Tasks that leave the list are no longer selected. At most `max` tasks can be selected. */
export function useSelection<T extends BoardTask>(tasks: readonly T[] | undefined, max: number) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = (tasks ?? []).filter(({ _id }) => ids.has(_id)).slice(0, max)

  return {
    selected,
    /** Number of tasks that `selectAll` selects. */
    selectable: Math.min(tasks?.length ?? 0, max),
    has: (id: string): boolean => ids.has(id),
    toggle: (id: string) => setIds((known) => (known.has(id) ? new Set([...known].filter((one) => one !== id)) : new Set([...known, id]))),
    selectAll: () => setIds(new Set((tasks ?? []).slice(0, max).map(({ _id }) => _id))),
    clear: () => setIds(new Set()),
  }
}

export type Selection<T extends BoardTask = BoardTask> = ReturnType<typeof useSelection<T>>
