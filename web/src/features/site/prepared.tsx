import { type ComponentType, lazy, useState } from 'react'

/** A component in a bundle of its own, on pages that come with their markup. */
export interface Prepared {
  Content: ComponentType
  /** Fetches the bundle. `Content` that is first drawn after this stands at once. */
  load: () => Promise<unknown>
}

/**
 * React's `lazy`, with which one page stands until the next is there. But markup that still waits for its bundle is thrown
 * away by the first change of the address; so whatever comes with markup is loaded before that is taken over.
 */
export function prepared(fetch: () => Promise<{ default: ComponentType }>): Prepared {
  let arrived: ComponentType | undefined
  async function load() {
    const module = await fetch()
    arrived = module.default
    return module
  }
  const Later = lazy(load)
  return {
    load,
    Content: function Content() {
      const [Chosen] = useState(() => arrived ?? Later)
      return <Chosen />
    },
  }
}
