import { createServer } from 'node:http'
import { allMetrics } from '@app/chassis/http/metrics.ts'
import type { Registry } from 'prom-client'

/** Answers `/metrics` on a loopback port of its own: figures are not for the public. */
export async function startMetrics(registry: Registry, port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const metrics = allMetrics(registry)
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.metrics())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
