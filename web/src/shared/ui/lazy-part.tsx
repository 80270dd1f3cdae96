import { Component, type ComponentType, type ReactNode, use, useEffect, useSyncExternalStore } from 'react'
import { checkForNewBuild, reloadIfNewBuild, reloadPage } from '../api/newer-build.ts'
import { ErrorState } from './states.tsx'

/** Additional props of the component that is shown when a part failed to load. */
export interface FailedPart {
  busy: boolean
  onRetry: () => void
}

export const PART_MISSING = 'We couldn’t load this part of the page. Check your connection and try again.'

const PartMissing = ({ busy, onRetry }: FailedPart) => <ErrorState message={PART_MISSING} busy={busy} onRetry={onRetry} />

interface LazyPartOptions<Props> {
  waiting?: ReactNode
  /** Shown when the part failed to load, or threw while rendering. */
  missing?: ComponentType<Props & FailedPart>
  /** Whether the component suspends while loading, so that the current page stays visible. */
  suspends?: boolean
}

export type LazyPart<Props = object> = ComponentType<Props> & {
  /** Loads the part. Later renders show it at once. */
  load: () => Promise<unknown>
  useArrived: () => boolean
  waiting: ReactNode
}

interface State<Module> {
  arrived?: Module
  coming?: Promise<Module | undefined>
  failure?: unknown
}

/**
 * Stylesheets that failed to load. When a chunk is loaded again, Vite does not request its failed stylesheets again, so this file does. Not
 * all browsers show on a link element that its stylesheet failed. Therefore this list stores the elements.
 */
const failedStyles: HTMLLinkElement[] = []
globalThis.addEventListener?.(
  'error',
  ({ target }) => {
    const link = target as HTMLLinkElement
    if (link.rel === 'stylesheet') failedStyles.push(link)
  },
  true,
)

const reloadStylesheet = (link: HTMLLinkElement) =>
  new Promise((onload, onerror) => link.replaceWith(Object.assign(link.cloneNode() as HTMLLinkElement, { onload, onerror })))

/** Empties the list of failed stylesheets. A link that is no longer in the document is left out, because it would never load. */
const takeFailedStyles = () => failedStyles.splice(0).filter(({ isConnected }) => isConnected)

let refetching: Promise<unknown> | undefined

/** Requests the failed stylesheets again. Concurrent callers share one request. */
function refetchStyles(): Promise<unknown> {
  refetching ??= Promise.all(takeFailedStyles().map(reloadStylesheet)).finally(() => {
    refetching = undefined
  })
  return refetching
}

/** A chunk that is loaded on demand. After a failed load, the next use requests the chunk again. */
export function lazyFile<Module>(fetch: () => Promise<Module>) {
  let state: State<Module> = {}
  const listeners = new Set<() => void>()

  function settle(settled: State<Module>): void {
    state = settled
    for (const changed of listeners) changed()
  }

  async function arrive(earlier: unknown): Promise<Module | undefined> {
    try {
      if (earlier) await refetchStyles()
      const arrived = await fetch()
      settle({ arrived })
      return arrived
    } catch (failure) {
      // A newer release may have removed the chunk.
      await checkForNewBuild()
      settle({ failure })
      return undefined
    }
  }

  /** Returns the module, or undefined if it failed to load. Does not reject. */
  function load(): Promise<Module | undefined> {
    if (state.arrived) return Promise.resolve(state.arrived)
    state.coming ??= arrive(state.failure)
    return state.coming
  }

  const subscribe = (changed: () => void) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }
  const now = () => state
  const useFile = () => useSyncExternalStore(subscribe, now, now)

  /** Loads the file. If `retries`, also after a failed load, unless a mounted component shows the failure. */
  function useWanted(retries = true) {
    if (!state.failure || (retries && listeners.size === 0)) void load()
    return useFile()
  }
  return { load, now, useFile, useWanted }
}

const BRIEFLY_MS = 500

/** Waits at most 500 ms for data or code that is loading. If it loads in time, the screen appears complete, without skeletons. */
export const waitBriefly = (coming: Promise<unknown>) => Promise.race([coming, new Promise((resolve) => setTimeout(resolve, BRIEFLY_MS))])

/**
 * A component in its own chunk. `fetch` imports a module with the component as its default export. React's `lazy` is not used, because it
 * delays loaded content until 300 ms after the last skeleton and never retries a failed import.
 */
export function lazyPart<Props extends object>(
  fetch: () => Promise<{ default: ComponentType<Props> }>,
  options: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const { waiting = null, missing: Instead = PartMissing, suspends = false } = options
  const { load, useFile, useWanted } = lazyFile(fetch)
  /**
   * Whether the part has suspended since it was last unmounted. React mounts no component that suspends. Without this variable, each failed
   * load would be followed by another load, without end.
   */
  let hasSuspended = false
  const forget = () => {
    hasSuspended = false
  }

  function Arriving(props: Props) {
    const { arrived, coming, failure } = useWanted(!hasSuspended)
    if (arrived) return <arrived.default {...props} />
    if (!coming) throw failure
    if (suspends) {
      hasSuspended = true
      use(coming)
    }
    return waiting
  }

  function Part(props: Props) {
    return (
      <Boundary load={load} onLeave={forget} instead={(missing) => <Instead {...props} {...missing} />}>
        <Arriving {...props} />
      </Boundary>
    )
  }
  return Object.assign(Part, { load, useArrived: () => useFile().arrived !== undefined, waiting })
}

interface BoundaryProps {
  children: ReactNode
  load: () => Promise<unknown>
  /** Called when the part is unmounted. */
  onLeave: () => void
  instead: (missing: FailedPart) => ReactNode
}

/** Error boundary of a part. If the part throws, the rest of the page stays usable. */
class Boundary extends Component<BoundaryProps, { failed: boolean; busy: boolean }> {
  override state = { failed: false, busy: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  #retry = async () => {
    this.setState({ busy: true })
    const isServerThere = await checkForNewBuild()
    if (reloadIfNewBuild()) return
    const arrived = await this.props.load()
    // Some browsers cache a failed import, and all browsers cache a module that threw. Only a reload of the page loads the module again.
    if (!arrived && isServerThere && reloadPage()) return
    this.setState({ busy: false, failed: !arrived })
  }

  override componentWillUnmount() {
    this.props.onLeave()
  }

  override render() {
    const { failed, busy } = this.state
    return failed ? this.props.instead({ busy, onRetry: () => void this.#retry() }) : this.props.children
  }
}

/** Delay before chunks are prefetched, so that the page itself loads first. */
const IDLE_AFTER_MS = 5_000

/** Whether the browser saves data or has a slow connection. Chunks are then not prefetched. */
function shouldSaveData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /[23]g$/.test(connection?.effectiveType ?? '')
}

/** Prefetches chunks one after the other when the page is idle. Later, the parts in these chunks open at once, also offline. */
export function useLoadedWhenIdle(parts: readonly Pick<LazyPart, 'load'>[]): void {
  useEffect(() => {
    if (shouldSaveData()) return
    // Safari has no `requestIdleCallback`.
    const whenIdle = window.requestIdleCallback ?? window.setTimeout
    const loadInTurn = async () => {
      for (const { load } of parts) await load()
    }
    const timer = setTimeout(() => whenIdle(() => void loadInTurn()), IDLE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [parts])
}
