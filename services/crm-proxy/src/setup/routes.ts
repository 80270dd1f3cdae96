import type { App } from '@app/chassis/http/app.ts'
import * as contract from '@app/contracts/http/sheets.ts'
import type { CrmDeps } from '../deps.ts'
import { getSheetScript } from './script.ts'
import { testSheet } from './test-sheet.ts'

export function registerSetupRoutes(app: App, deps: CrmDeps): void {
  app.route({ ...contract.getSheetScript, handler: (request) => getSheetScript(deps, request.params.id) })
  app.route({ ...contract.testSheet, handler: (request) => testSheet(deps, request.params.id, request.body.gsapi) })
}
