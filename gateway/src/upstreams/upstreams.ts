import { watchDependencies } from '@app/chassis/dependencies.ts'
import type { Logger } from '@app/chassis/logger.ts'
import type { ServiceName } from '@app/contracts/define.ts'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { TrafficClass } from './replica.ts'
import { followReplicas } from './replicas.ts'
import { createSender, type Sender } from './sender.ts'

/** Something that requests are passed on to. */
export interface Upstream {
  /** Its first address, which stands for all of them. */
  base: string
  sender(trafficClass: TrafficClass): Sender
}

export interface Upstreams {
  services: Readonly<Record<ServiceName, Upstream>>
  store: Upstream
  stop(): Promise<void>
}

const fetching: ReadonlySet<string> = new Set(['GET', 'HEAD'])
/** A PUT of an object to its own key leaves the same object however often it comes. */
const fetchingAndStoring: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT'])

const service = {
  resolves: true,
  harmless: fetching,
  ready: { method: 'GET', path: '/readyz', below: 300 },
} as const
/** Its name is in its certificate, and its addresses are its own affair. It refuses an anonymous caller, and by that it answers. */
const objectStore = {
  resolves: false,
  harmless: fetchingAndStoring,
  ready: { method: 'HEAD', path: '/', below: 500 },
} as const

/** Opens the way to every part behind the gateway; shows as `dependency_up` which of them answer. */
export async function openUpstreams(config: Config, registry: Registry, log: Logger): Promise<Upstreams> {
  const opened: Record<string, Awaited<ReturnType<typeof followReplicas>>> = {}
  const open = async (name: string, urls: readonly string[], { harmless, ...kind }: typeof service | typeof objectStore) => {
    const replicas = await followReplicas({ name, urls, ...kind, answerTimeoutMs: config.ANSWER_TIMEOUT_MS, log })
    opened[name] = replicas
    return { base: urls[0] ?? '', sender: (trafficClass: TrafficClass) => createSender({ replicas, trafficClass, harmless }) }
  }

  const services = Object.entries(config.serviceUrls).map(async ([name, urls]) => [name, await open(name, urls, service)] as const)
  const upstreams = {
    services: Object.fromEntries(await Promise.all(services)) as Upstreams['services'],
    store: await open('store', [config.S3_ENDPOINT], objectStore),
  }
  const known = Object.fromEntries(Object.entries(opened).map(([name, replicas]) => [name, replicas.isUp]))
  const watching = watchDependencies({ watched: {}, known, registry, log })
  const all = [watching, ...Object.values(opened)]
  return { ...upstreams, stop: async () => void (await Promise.all(all.map((one) => one.stop()))) }
}
