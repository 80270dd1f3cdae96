import type { ServiceManifest } from '@app/chassis/service/manifest.ts'
import { subscribedTypes } from './src/consumers.ts'
import { migrations } from './src/db/migrations/index.ts'
import { start } from './src/main.ts'

export const service: ServiceManifest = {
  name: 'notifications',
  start,
  migrations,
  subscribedTypes,
  secrets: ['mailAddresses', 'internalData', 'internalMail', 'mailRelay'],
}
