import { type ComponentType, useSyncExternalStore } from 'react'

/** A component in a bundle of its own, fetched when it is first wanted. */
export interface Chunk<Props> {
  fetch: () => void
  get: () => Fetched<Props>
  subscribe: (changed: () => void) => () => void
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

interface Fetched<Props> {
  Content?: ComponentType<Props>
  failure?: unknown
}

/** `load` imports a file whose default export is the component. */
export function chunk<Props = object>(load: Load<Props>): Chunk<Props> {
  let fetching = false
  let fetched: Fetched<Props> = {}
  const listeners = new Set<() => void>()

  function arrive(what: Fetched<Props>): void {
    fetched = what
    for (const changed of listeners) changed()
  }
  return {
    fetch() {
      // What did not arrive is fetched anew by whoever comes to want it next.
      const again = fetched.failure && listeners.size === 0
      if (fetching && !again) return
      fetching = true
      fetched = {}
      load().then(
        ({ default: Content }) => arrive({ Content }),
        (failure: unknown) => arrive({ failure }),
      )
    },
    get: () => fetched,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

/**
 * The chunk's component as soon as it is there. Not by `lazy` and Suspense, which keep what has arrived back until 300 ms
 * after the last skeleton; they stay where the build wrote the markup, which they take over piece by piece.
 */
export function useChunk<Props>({ fetch, get, subscribe }: Chunk<Props>): ComponentType<Props> | undefined {
  fetch()
  const { Content, failure } = useSyncExternalStore(subscribe, get)
  if (failure) throw failure
  return Content
}

const Nothing = () => null

/** A component that stands in for its chunk until that is there, and then is it. */
export function inChunk<Props extends object>(load: Load<Props>, Waiting: ComponentType = Nothing) {
  const own = chunk(load)
  return function InChunk(props: Props) {
    const Content = useChunk(own)
    return Content ? <Content {...props} /> : <Waiting />
  }
}
