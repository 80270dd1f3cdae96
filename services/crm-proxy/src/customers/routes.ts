import type { App } from '@app/chassis/http/app.ts'
import { readerOf } from '@app/chassis/http/auth.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/customers.ts'
import type { CrmDeps } from '../deps.ts'
import { dropWrite } from '../writes/drop-write.ts'
import { addCustomer } from './add-customer.ts'
import { listCustomers } from './list-customers.ts'
import { mergeCustomers } from './merge-customers.ts'
import { sendListing } from './send-listing.ts'
import { updateCustomer } from './update-customer.ts'

export function registerCustomerRoutes(app: App, deps: CrmDeps): void {
  app.route({
    ...contract.listCustomers,
    handler: async (request, reply) => {
      const { fresh = false } = request.query
      return sendListing(request, reply, await listCustomers(deps, readerOf(request), { fresh }))
    },
  })

  app.route({
    ...contract.addCustomer,
    handler: async (request, reply) =>
      reply.code(202).send(await addCustomer(deps, readerOf(request), request.body, idempotentRequestOf(request))),
  })

  app.route({
    ...contract.updateCustomer,
    handler: async (request, reply) => {
      const { params, body } = request
      return reply.code(202).send(await updateCustomer(deps, readerOf(request), params.customerId, body, idempotentRequestOf(request)))
    },
  })

  app.route({
    ...contract.mergeCustomers,
    handler: async (request, reply) =>
      reply.code(202).send(await mergeCustomers(deps, readerOf(request), request.body, idempotentRequestOf(request))),
  })

  app.route({
    ...contract.dropWrite,
    handler: (request) => dropWrite(deps, readerOf(request), request.params.id, idempotentRequestOf(request)),
  })
}
