import type { ServiceManifest } from '@app/chassis/service/manifest.ts'
import { migrations } from './src/db/migrations/index.ts'
import { referencedFiles } from './src/files/referenced-files.ts'
import { start } from './src/main.ts'
import { republish } from './src/republish.ts'

export const service: ServiceManifest = {
  name: 'company',
  start,
  migrations,
  referencedFiles,
  republish,
  secrets: ['store'],
}
