import { Component, type ComponentType, type ReactNode, use, useEffect, useSyncExternalStore } from 'react'
import { checkForNewBuild, reloadIfNewBuild, reloadPage } from '../api/newer-build.ts'
import { ErrorState } from './states.tsx'

/** Properties of the component that is shown when a part failed to load, in addition to the part's own. */
export interface FailedPart {
  busy: boolean
  onRetry: () => void
}

export const PART_MISSING = 'This part could not be shown. Check your connection and try again.'

const PartMissing = ({ busy, onRetry }: FailedPart) => <ErrorState message={PART_MISSING} busy={busy} onRetry={onRetry} />

interface LazyPartOptions<Props> {
  /** Shown until the part has loaded. */
  waiting?: ReactNode
  /** Shown when the part failed to load, or threw while rendering. */
  missing?: ComponentType<Props & FailedPart>
  /** Leaves the waiting to Suspense, with which one page stands until the next has arrived. */
  suspends?: boolean
}

export type LazyPart<Props = object> = ComponentType<Props> & {
  /** Fetches it. What is first drawn after that stands at once. */
  load: () => Promise<unknown>
  useArrived: () => boolean
  waiting: ReactNode
}

interface State<Module> {
  arrived?: Module
  coming?: Promise<Module | undefined>
  failure?: unknown
}

/** Stylesheets that did not arrive: Vite asks for a file's styles once, and does without. Browsers differ in what they say of the link itself. */
const lost: HTMLLinkElement[] = []
globalThis.addEventListener?.(
  'error',
  ({ target }) => {
    const link = target as HTMLLinkElement
    if (link.rel === 'stylesheet') lost.push(link)
  },
  true,
)

const askAgain = (link: HTMLLinkElement) =>
  new Promise((onload, onerror) => link.replaceWith(Object.assign(link.cloneNode() as HTMLLinkElement, { onload, onerror })))

let asked: Promise<unknown> | undefined

/** Asks for them again. Parts that are wanted again at once wait for the same. */
function fetchLostStyles(): Promise<unknown> {
  asked ??= Promise.all(lost.splice(0).map(askAgain)).finally(() => {
    asked = undefined
  })
  return asked
}

/** A file of the build that is fetched when it is first wanted; and again, where it did not arrive, when it is wanted anew. */
export function lazyFile<Module>(fetch: () => Promise<Module>) {
  let state: State<Module> = {}
  const listeners = new Set<() => void>()

  function settle(settled: State<Module>): void {
    state = settled
    for (const changed of listeners) changed()
  }

  async function arrive(earlier: unknown): Promise<Module | undefined> {
    try {
      if (earlier) await fetchLostStyles()
      const arrived = await fetch()
      settle({ arrived })
      return arrived
    } catch (failure) {
      // A deployment may have taken it away.
      await checkForNewBuild()
      settle({ failure })
      return undefined
    }
  }

  /** Resolves to nothing where it does not arrive. */
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

  /** The same, with the file fetched for whoever draws it first. */
  function useWanted() {
    if (!state.failure || listeners.size === 0) void load()
    return useFile()
  }
  return { load, now, useFile, useWanted }
}

/** The time limit of `waitBriefly`. */
const BRIEFLY_MS = 500

/** Waits for data or code that is loading, for at most 500 ms, so that the screen is drawn in one piece. */
export const waitBriefly = (coming: Promise<unknown>) => Promise.race([coming, new Promise((resolve) => setTimeout(resolve, BRIEFLY_MS))])

/**
 * A component in a bundle of its own; `fetch` imports a file whose default export it is. Not by React's `lazy`, which keeps
 * what has arrived back until 300 ms after the last skeleton, and never asks again for what did not arrive.
 */
export function lazyPart<Props extends object>(
  fetch: () => Promise<{ default: ComponentType<Props> }>,
  options: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const { waiting = null, missing: Instead = PartMissing, suspends = false } = options
  const { load, useFile, useWanted } = lazyFile(fetch)

  function Arriving(props: Props) {
    const { arrived, coming, failure } = useWanted()
    if (arrived) return <arrived.default {...props} />
    if (!coming) throw failure
    if (suspends) use(coming)
    return waiting
  }

  function Part(props: Props) {
    return (
      <Boundary load={load} instead={(missing) => <Instead {...props} {...missing} />}>
        <Arriving {...props} />
      </Boundary>
    )
  }
  return Object.assign(Part, { load, useArrived: () => useFile().arrived !== undefined, waiting })
}

interface BoundaryProps {
  children: ReactNode
  load: () => Promise<unknown>
  instead: (missing: FailedPart) => ReactNode
}

/** Keeps a part's failure to itself. */
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
    // A browser may remember that a file did not arrive, and all do of one that threw.
    if (!arrived && isServerThere && reloadPage()) return
    this.setState({ busy: false, failed: !arrived })
  }

  override render() {
    const { failed, busy } = this.state
    return failed ? this.props.instead({ busy, onRetry: () => void this.#retry() }) : this.props.children
  }
}

/** By then a page has what it needs itself. */
const IDLE_AFTER_MS = 5_000

/** Who pays for each byte, or waits long for it, fetches only what they open. */
function isLineSpared(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /[23]g$/.test(connection?.effectiveType ?? '')
}

/** Fetches what may be opened next, one after the other, once the page stands and does nothing; offline it opens all the same. */
export function useLoadedWhenIdle(parts: readonly Pick<LazyPart, 'load'>[]): void {
  useEffect(() => {
    if (isLineSpared()) return
    // Safari has no word for idle.
    const whenIdle = window.requestIdleCallback ?? window.setTimeout
    const loadInTurn = async () => {
      for (const { load } of parts) await load()
    }
    const timer = setTimeout(() => whenIdle(() => void loadInTurn()), IDLE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [parts])
}
