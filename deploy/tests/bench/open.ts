import { partStack } from '../../local/part-stack.ts'
import { interruption } from './interruption.ts'

/** Starts a part of a bench, for example a server. The part stops when the bench ends. */
export type Open = ReturnType<typeof partStack>['open']

/** Runs `work`, and then stops everything that it has opened, in reverse order. */
export async function withParts<T>(work: (open: Open) => Promise<T>): Promise<T> {
  const { open, stop } = partStack()
  try {
    return await work(async (part) => {
      const opened = await open(part)
      interruption.throwIfAborted()
      return opened
    })
  } finally {
    await stop()
  }
}
