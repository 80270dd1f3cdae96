import { service as campaigns } from '@app/campaigns/service.ts'
import type { ServiceManifest } from '@app/chassis/service/manifest.ts'
import { service as company } from '@app/company/service.ts'
import { type ServiceName, serviceNames } from '@app/contracts/define.ts'
import { service as crmProxy } from '@app/crm-proxy/service.ts'
import { service as documents } from '@app/documents/service.ts'
import { service as identity } from '@app/identity/service.ts'
import { service as notifications } from '@app/notifications/service.ts'
import { service as tasks } from '@app/tasks/service.ts'

/** The manifests of all services, for the local run, migrations, backups, tests and benches. */
export const services: Readonly<Record<ServiceName, ServiceManifest>> = {
  identity,
  company,
  tasks,
  documents,
  'crm-proxy': crmProxy,
  campaigns,
  notifications,
}

export const isService = (name: string): name is ServiceName => Object.hasOwn(services, name)

/** Returns a value of each service, by service name. */
export const ofEachService = <T>(read: (service: ServiceManifest) => T): Readonly<Record<ServiceName, T>> =>
  Object.fromEntries(serviceNames.map((name) => [name, read(services[name])])) as Record<ServiceName, T>
