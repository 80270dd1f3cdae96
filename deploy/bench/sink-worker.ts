import { createServer, type Socket } from 'node:net'
import { answer } from './worker.ts'

export interface SinkAnswer {
  url: string
}

const replies: Readonly<Record<string, string>> = { EHLO: '250-sink\r\n250 8BITMIME', DATA: '354 go on', QUIT: '221 bye' }

/** A relay that takes everything and looks at nothing, so that it is not what is measured. */
function serve(socket: Socket): void {
  let held = ''
  let isBody = false
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.write('220 sink\r\n')
  socket.on('data', (chunk) => {
    held += chunk.toString('latin1')
    for (;;) {
      const end = isBody ? held.indexOf('\r\n.\r\n') : held.indexOf('\r\n')
      if (end < 0) return
      const line = held.slice(0, end)
      held = held.slice(end + (isBody ? 5 : 2))
      const verb = line.slice(0, 4).toUpperCase()
      socket.write(`${isBody ? '250 taken' : (replies[verb] ?? '250 fine')}\r\n`)
      isBody = !isBody && verb === 'DATA'
    }
  })
}

const server = createServer(serve)
const listening = new Promise<string>((resolve) => {
  server.listen(0, '127.0.0.1', () => resolve(`smtp://127.0.0.1:${(server.address() as { port: number }).port}`))
})

answer(async () => ({ url: await listening }) satisfies SinkAnswer)
