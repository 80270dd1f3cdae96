import type { Logger } from '@app/chassis/logging/logger.ts'
import { watchDependencies } from '@app/chassis/service/dependencies.ts'
import type { ServiceName } from '@app/contracts/define.ts'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { TrafficClass } from './replica.ts'
import { followReplicas } from './replicas.ts'
import { createSender, type Sender } from './sender.ts'

export interface Upstream {
  /** The first of the configured URLs. `reply.from` needs exactly one base URL. */
  base: string
  sender(trafficClass: TrafficClass): Sender
}

const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
/** A repeated PUT of the same object has no further effect. */
const STORE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT'])

const service = {
  resolves: true,
  idempotentMethods: READ_METHODS,
  ready: { method: 'GET', path: '/readyz', below: 300 },
} as const
/**
 * The host name of the store is not resolved to replicas, because the store's TLS certificate contains the name. The store rejects
 * anonymous requests, so any status below 500 counts as ready.
 */
const objectStore = {
  resolves: false,
  idempotentMethods: STORE_METHODS,
  ready: { method: 'HEAD', path: '/', below: 500 },
} as const

/** Connects to all services and the store. The metric `dependency_up` shows which of them are available. */
export async function openUpstreams(config: Config, registry: Registry, log: Logger) {
  const opened: Record<string, Awaited<ReturnType<typeof followReplicas>>> = {}
  const open = async (name: string, urls: readonly string[], { idempotentMethods, ...kind }: typeof service | typeof objectStore) => {
    const replicas = await followReplicas({ name, urls, ...kind, answerTimeoutMs: config.ANSWER_TIMEOUT_MS, log })
    opened[name] = replicas
    return { base: urls[0] ?? '', sender: (trafficClass: TrafficClass) => createSender({ replicas, trafficClass, idempotentMethods }) }
  }

  const services = Object.entries(config.serviceUrls).map(async ([name, urls]) => [name, await open(name, urls, service)] as const)
  const upstreams = {
    services: Object.fromEntries(await Promise.all(services)) as Readonly<Record<ServiceName, Upstream>>,
    store: await open('store', [config.S3_ENDPOINT], objectStore),
  }
  const known = Object.fromEntries(Object.entries(opened).map(([name, replicas]) => [name, replicas.isUp]))
  const watching = watchDependencies({ watched: {}, known, registry, log })
  const all = [watching, ...Object.values(opened)]
  return { ...upstreams, stop: async () => void (await Promise.all(all.map((one) => one.stop()))) }
}
