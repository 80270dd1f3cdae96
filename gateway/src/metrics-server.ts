import { createServer } from 'node:http'
import { allMetrics } from '@app/chassis/http/metrics.ts'
import type { Registry } from 'prom-client'

/** Serves `/metrics` on a separate port, because metrics must not be public. Bind the port to loopback or to a network of the cluster. */
export async function startMetrics(registry: Registry, host: string, port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const metrics = allMetrics(registry)
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    metrics.metrics().then(
      (figures) => response.writeHead(200, { 'content-type': metrics.contentType }).end(figures),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
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
