import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

const replies: Readonly<Record<string, string>> = { EHLO: '250-sink\r\n250 8BITMIME', DATA: '354 go on', QUIT: '221 bye' }

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

/** Starts an SMTP relay that accepts all emails and discards them, with little CPU time. Returns its URL. */
export async function startRelay(): Promise<string> {
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}
