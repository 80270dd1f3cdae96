interface Page<T> {
  reply: T[]
  next: string | undefined
}

/** Loads at most `most` pages of a list. `isWhole` is false if the list has more pages. */
export async function allPages<T>(
  load: (cursor: string | undefined) => Promise<Page<T>>,
  most: number,
): Promise<{ list: T[]; isWhole: boolean }> {
  const list: T[] = []
  let cursor: string | undefined
  for (let page = 0; page < most; page += 1) {
    const { reply, next } = await load(cursor)
    list.push(...reply)
    if (!next) return { list, isWhole: true }
    cursor = next
  }
  return { list, isWhole: false }
}
