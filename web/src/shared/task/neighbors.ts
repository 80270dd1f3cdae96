/**
 * Returns the items before and after an item of a list. `index` is the position of the item. If the item has left the list, `index` is -1,
 * and `at` is the position that the item had.
 */
export const neighborsOf = <T>(items: readonly T[], index: number, at: number): { before: readonly T[]; after: readonly T[] } =>
  index < 0 ? { before: items.slice(0, at), after: items.slice(at) } : { before: items.slice(0, index), after: items.slice(index + 1) }
