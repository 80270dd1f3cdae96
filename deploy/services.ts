import { subscribedTypes as campaignsTypes } from '@app/campaigns/consumers.ts'
import { start as startCampaigns } from '@app/campaigns/main.ts'
import { migrations as campaignsMigrations } from '@app/campaigns/migrations.ts'
import { referencedFiles as campaignsFiles } from '@app/campaigns/referenced-files.ts'
import type { Env } from '@app/chassis/config.ts'
import type { Running, ServiceParts } from '@app/chassis/create-service.ts'
import type { Migrations } from '@app/chassis/db/migrate.ts'
import { start as startCompany } from '@app/company/main.ts'
import { migrations as companyMigrations } from '@app/company/migrations.ts'
import { referencedFiles as companyFiles } from '@app/company/referenced-files.ts'
import { republish as republishCompany } from '@app/company/republish.ts'
import { type ServiceName, serviceNames } from '@app/contracts/define.ts'
import { subscribedTypes as crmProxyTypes } from '@app/crm-proxy/consumers.ts'
import { start as startCrmProxy } from '@app/crm-proxy/main.ts'
import { migrations as crmProxyMigrations } from '@app/crm-proxy/migrations.ts'
import { subscribedTypes as documentsTypes } from '@app/documents/consumers.ts'
import { start as startDocuments } from '@app/documents/main.ts'
import { migrations as documentsMigrations } from '@app/documents/migrations.ts'
import { referencedFiles as documentsFiles } from '@app/documents/referenced-files.ts'
import { start as startIdentity } from '@app/identity/main.ts'
import { migrations as identityMigrations } from '@app/identity/migrations.ts'
import { republish as republishIdentity } from '@app/identity/republish.ts'
import { subscribedTypes as notificationsTypes } from '@app/notifications/consumers.ts'
import { start as startNotifications } from '@app/notifications/main.ts'
import { migrations as notificationsMigrations } from '@app/notifications/migrations.ts'
import { subscribedTypes as tasksTypes } from '@app/tasks/consumers.ts'
import { start as startTasks } from '@app/tasks/main.ts'
import { migrations as tasksMigrations } from '@app/tasks/migrations.ts'
import { referencedFiles as tasksFiles } from '@app/tasks/referenced-files.ts'
import { republish as republishTasks } from '@app/tasks/republish.ts'

/** Functions and data of a service that the programs in `deploy` use. */
interface Service {
  start(env: Env, parts: ServiceParts): Promise<Running>
  migrations: Migrations
  /** Types of the events that the service's queue is bound to. */
  subscribedTypes?: readonly string[]
  /** SQL query for the keys of all files that the service's rows reference. Backups contain these files. */
  referencedFiles?: string
  /** Publishes the current state of all objects of the service. Returns the number of events. */
  republish?(env: Env): Promise<number>
}

/** All services, for the local run, migrations, backups, tests and benches. `test/services.test.ts` compares the list with the folders. */
export const services: Readonly<Record<ServiceName, Service>> = {
  identity: {
    start: startIdentity,
    migrations: identityMigrations,
    republish: republishIdentity,
  },
  company: {
    start: startCompany,
    migrations: companyMigrations,
    referencedFiles: companyFiles,
    republish: republishCompany,
  },
  tasks: {
    start: startTasks,
    migrations: tasksMigrations,
    subscribedTypes: tasksTypes,
    referencedFiles: tasksFiles,
    republish: republishTasks,
  },
  documents: {
    start: startDocuments,
    migrations: documentsMigrations,
    subscribedTypes: documentsTypes,
    referencedFiles: documentsFiles,
  },
  'crm-proxy': {
    start: startCrmProxy,
    migrations: crmProxyMigrations,
    subscribedTypes: crmProxyTypes,
  },
  campaigns: {
    start: startCampaigns,
    migrations: campaignsMigrations,
    subscribedTypes: campaignsTypes,
    referencedFiles: campaignsFiles,
  },
  notifications: {
    start: startNotifications,
    migrations: notificationsMigrations,
    subscribedTypes: notificationsTypes,
  },
}

export const isService = (name: string): name is ServiceName => Object.hasOwn(services, name)

/** Returns a value of each service, by service name. */
export const ofEachService = <T>(read: (service: Service) => T): Readonly<Record<ServiceName, T>> =>
  Object.fromEntries(serviceNames.map((name) => [name, read(services[name])])) as Record<ServiceName, T>
