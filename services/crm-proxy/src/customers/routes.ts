import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import * as contract from '@app/contracts/http/customers.ts'
import type { CrmDeps } from '../deps.ts'
import { listCustomers } from './list-customers.ts'

export function registerCustomerRoutes(app: App, deps: CrmDeps): void {
  app.route({ ...contract.listCustomers, handler: (request) => listCustomers(deps, callerOf(request)) })
}
