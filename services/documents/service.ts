import type { ServiceManifest } from '@app/chassis/service/manifest.ts'
import { subscribedTypes } from './src/consumers.ts'
import { migrations } from './src/db/migrations/index.ts'
import { completeImport } from './src/exports/complete-import.ts'
import { exportedTables } from './src/exports/exported.ts'
import { referencedFiles } from './src/files/referenced-files.ts'
import { start } from './src/main.ts'

export const service: ServiceManifest = {
  name: 'documents',
  start,
  migrations,
  subscribedTypes,
  referencedFiles,
  exports: { tables: exportedTables, completeImport },
  secrets: ['internalData', 'internalMail', 'store'],
}
