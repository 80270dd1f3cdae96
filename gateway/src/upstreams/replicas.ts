import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Logger } from '@app/chassis/logger.ts'
import { startInterval } from '@app/chassis/start-interval.ts'
import { createReplica, type Replica, type ReplicaOptions, type TrafficClass } from './replica.ts'

const LOOK_EVERY_MS = 2_000

interface ReplicasOptions extends Omit<ReplicaOptions, 'origin' | 'host'> {
  name: string
  urls: readonly string[]
  /** Whether each address that a name resolves to is a replica of its own. */
  resolves: boolean
  log: Logger
}

/** The replicas of one upstream, as far as they are known at the moment. */
export interface Replicas {
  /** Where requests go next: least is under way there; one that is up and not among `tried` if there is one. */
  pick(trafficClass: TrafficClass, tried: ReadonlySet<Replica>): Replica | undefined
  count(): number
  /** How many are up; all of them where none is, as those are used then. */
  inUse(): number
  isUp(): boolean
  stop(): Promise<void>
}

/** The origins behind an address: one for each address that its name has. */
async function originsOf(url: string, resolves: boolean): Promise<string[]> {
  const { protocol, hostname, port, origin } = new URL(url)
  if (!resolves || isIP(hostname) || hostname.startsWith('[')) return [origin]
  const found = await lookup(hostname, { all: true })
  return found.map(({ address, family }) => `${protocol}//${family === 6 ? `[${address}]` : address}${port && `:${port}`}`)
}

/** Follows where an upstream answers: asks for the addresses of its names again and again, and each replica whether it is ready. */
export async function followReplicas({ name, urls, resolves, log, ...options }: ReplicasOptions): Promise<Replicas> {
  const known = new Map<string, Replica>()
  /** All of `known`. */
  let replicas: readonly Replica[] = []
  let isUp = true
  let turn = 0

  async function resolveAll(): Promise<void> {
    const answers = await Promise.allSettled(urls.map((url) => originsOf(url, resolves)))
    const found = new Map<string, string>()
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 'rejected') log.debug({ err: answer.reason }, `the name of ${name} could not be resolved`)
      else for (const origin of answer.value) found.set(origin, new URL(urls[index] ?? '').host)
    }
    for (const [origin, host] of found) if (!known.has(origin)) known.set(origin, createReplica({ ...options, origin, host }))
    // What a name server does not say at the moment may still be there.
    const isWhole = answers.every(({ status }) => status === 'fulfilled')
    for (const [origin, replica] of known) {
      if (!isWhole || found.has(origin)) continue
      known.delete(origin)
      replica.retire()
    }
    replicas = [...known.values()]
  }

  async function look(signal: AbortSignal): Promise<void> {
    await resolveAll()
    await Promise.all(replicas.map((replica) => replica.look(signal)))
    if (signal.aborted) return
    const wasUp = isUp
    isUp = replicas.some((replica) => replica.isUp)
    if (isUp === wasUp) return
    if (isUp) log.info({ dependency: name }, 'a dependency is back')
    else log.warn({ dependency: name }, 'a dependency is away')
  }

  await resolveAll()
  const stopLooking = startInterval({ ms: LOOK_EVERY_MS, run: look, name: `looking for ${name}`, log })

  return {
    pick(trafficClass, tried) {
      let best: Replica | undefined
      let bestRank = Number.POSITIVE_INFINITY
      // Begins at another one each time, so that those that are as idle take turns.
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
    count: () => replicas.length,
    inUse: () => replicas.filter((replica) => replica.isUp).length || replicas.length,
    isUp: () => isUp,
    async stop() {
      await stopLooking()
      await Promise.all(replicas.map((replica) => replica.destroy()))
    },
  }
}
