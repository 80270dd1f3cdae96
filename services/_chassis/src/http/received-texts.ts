import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { secretKeys } from '../config/secrets.ts'
import { removeTokenLinksIn } from '../logging/remove-token-links.ts'

/** Whether a body was parsed as a JSON object. The gateway forwards bodies as streams. */
const isJsonObject = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype

/**
 * Removes links with tokens from the texts of all JSON bodies before the handlers of routes run, so that no service stores such a link. The
 * properties that the contract describes as secret, such as passwords, stay as they are. `addField` does the same for forms. Runs after the
 * validation, which limits the depth of the body.
 */
async function receivedTexts(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', async (request) => {
    if (!isJsonObject(request.body)) return
    const secrets = new Set(secretKeys(request.routeOptions.schema?.body))
    request.body = removeTokenLinksIn(request.body, (name) => secrets.has(name))
  })
}

export default fp(receivedTexts, { name: 'received-texts' })
