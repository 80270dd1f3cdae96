import { createServer, type Socket } from 'node:net'
import { answer } from './worker.ts'

export interface SinkAnswer {
  url: string
}

const replies: Readonly<Record<string, string>> = { EHLO: '250-sink\r\n250 8BITMIME', DATA: '354 go on', QUIT: '221 bye' }

/** An SMTP relay that accepts all mails and discards them. It uses little CPU time, so that it does not affect the measurement. */
function serve(socket: Socket): void {
  let buffered = ''
  let isBody = false
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.write('220 sink\r\n')
  socket.on('data', (chunk) => {
    buffered += chunk.toString('latin1')
    for (;;) {
      const end = isBody ? buffered.indexOf('\r\n.\r\n') : buffered.indexOf('\r\n')
      if (end < 0) return
      const line = buffered.slice(0, end)
      buffered = buffered.slice(end + (isBody ? 5 : 2))
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
