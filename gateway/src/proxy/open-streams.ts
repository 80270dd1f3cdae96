import type { App } from '@app/chassis/http/app.ts'
import type { FastifyReply } from 'fastify'

/** Ends event streams when the gateway closes: they have no end of their own, and clients come back by themselves. */
export function trackStreams(app: App): (reply: FastifyReply) => void {
  const open = new Set<FastifyReply['raw']>()
  app.addHook('preClose', async () => {
    for (const raw of open) raw.destroy()
  })
  return ({ raw }) => {
    open.add(raw)
    raw.once('close', () => open.delete(raw))
  }
}
