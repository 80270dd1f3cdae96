import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Logger } from '@app/chassis/logging/logger.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import { createReplica, type Replica, type ReplicaOptions, type TrafficClass } from './replica.ts'

const CHECK_INTERVAL_MS = 2_000

interface ReplicasOptions extends Omit<ReplicaOptions, 'origin' | 'host'> {
  name: string
  urls: readonly string[]
  /** Whether each IP address of a host name is a separate replica. */
  resolves: boolean
  log: Logger
}

export type Replicas = Awaited<ReturnType<typeof followReplicas>>

async function originsOf(url: string, resolves: boolean): Promise<string[]> {
  const { protocol, hostname, port, origin } = new URL(url)
  if (!resolves || isIP(hostname) || hostname.startsWith('[')) return [origin]
  const found = await lookup(hostname, { all: true })
  return found.map(({ address, family }) => `${protocol}//${family === 6 ? `[${address}]` : address}${port && `:${port}`}`)
}

/** Keeps the list of an upstream's replicas up to date: resolves its host names and checks the readiness of each replica every 2 s. */
export async function followReplicas({ name, urls, resolves, log, ...options }: ReplicasOptions) {
  const known = new Map<string, Replica>()
  let replicas: readonly Replica[] = []
  let isUp = true
  let turn = 0

  async function resolveAll(): Promise<void> {
    const results = await Promise.allSettled(urls.map((url) => originsOf(url, resolves)))
    const found = new Map<string, string>()
    for (const [index, result] of results.entries()) {
      if (result.status === 'rejected') log.debug({ err: result.reason }, `the host name of ${name} could not be resolved`)
      else for (const origin of result.value) found.set(origin, new URL(urls[index] ?? '').host)
    }
    for (const [origin, host] of found) if (!known.has(origin)) known.set(origin, createReplica({ ...options, origin, host }))
    // If a DNS lookup failed, no replica is removed, because its IP address may still be valid.
    const isWhole = results.every(({ status }) => status === 'fulfilled')
    for (const [origin, replica] of known) {
      if (!isWhole || found.has(origin)) continue
      known.delete(origin)
      replica.retire()
    }
    replicas = [...known.values()]
  }

  async function check(signal: AbortSignal): Promise<void> {
    await resolveAll()
    await Promise.all(replicas.map((replica) => replica.checkReady(signal)))
    if (signal.aborted) return
    const wasUp = isUp
    isUp = replicas.some((replica) => replica.isUp)
    if (isUp === wasUp) return
    if (isUp) log.info({ dependency: name }, 'a dependency is back')
    else log.warn({ dependency: name }, 'a dependency is away')
  }

  await resolveAll()
  const stopChecking = startInterval({ ms: CHECK_INTERVAL_MS, run: check, name: `checking replicas of ${name}`, log })

  return {
    /** Returns the replica with the fewest requests in progress. Prefers replicas that are up and not in `tried`. */
    pick(trafficClass: TrafficClass, tried: ReadonlySet<Replica>): Replica | undefined {
      let best: Replica | undefined
      let bestRank = Number.POSITIVE_INFINITY
      // Each search starts at another replica, so that equally loaded replicas get the same number of requests.
      turn++
      for (let at = 0; at < replicas.length; at++) {
        const replica = replicas[(turn + at) % replicas.length] as Replica
        const rank = replica.inProgress(trafficClass) + (replica.isUp ? 0 : 1e6) + (tried.has(replica) ? 1e9 : 0)
        if (rank >= bestRank) continue
        best = replica
        bestRank = rank
      }
      return best
    },
    count: (): number => replicas.length,
    /** Returns the number of replicas that get requests: all replicas that are up or, if no replica is up, all replicas. */
    inUse: (): number => replicas.filter((replica) => replica.isUp).length || replicas.length,
    isUp: (): boolean => isUp,
    async stop(): Promise<void> {
      await stopChecking()
      await Promise.all(replicas.map((replica) => replica.destroy()))
    },
  }
}
