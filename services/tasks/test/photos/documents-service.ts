import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PhotoFile } from '@app/contracts/http/photos.ts'

/** Starts a substitute for the service `documents`, which knows the files of photos. `fails`: every request gets 500. */
export async function startDocumentsService() {
  const files = new Map<string, PhotoFile>()
  const state = { fails: false }
  const calls: (string | undefined)[] = []
  const server = createServer(({ url = '', headers }, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    calls.push(headers.authorization)
    if (state.fails) return answer(500, { message: 'oh' })
    const file = files.get(url)
    return file ? answer(200, file) : answer(404, { message: 'Photo not found' })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    /** The `Authorization` headers of all requests. */
    calls,
    /** Adds a photo of a company, and returns its id. */
    add(companyId: string, file: PhotoFile): string {
      const id = crypto.randomUUID()
      files.set(`/internal/photos/${id}?companyProfileId=${companyId}`, file)
      return id
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
