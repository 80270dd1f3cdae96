import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

// This server only responds. If its responses are late, the machine is busy, and not the product.
const server = createServer((request, response) => void request.resume().once('end', () => response.end('{}')))
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
